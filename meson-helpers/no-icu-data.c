/* A package of ICU data without items, as stubdata.cpp of ICU has it. Compiled with -DICU_DATA=NAME, it stands for
   ICU's own package of 34 MB: all that uses locales, calendars or collation with it then reports that it has no data. */

#include <stdint.h>

__attribute__((aligned(16))) const struct {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size, reserved;
  uint8_t is_big_endian, charset, char_size, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4];
  char padding[8];
  uint32_t item_count, no_items;
} ICU_DATA = {
  .header_size = 32,
  .magic = {0xda, 0x27},
  .info_size = 20,
  .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
  .char_size = 2,
  .format = "ToCP",
  .format_version = {1},
};
