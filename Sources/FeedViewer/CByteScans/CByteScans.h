// Byte scans of 32 bytes at once, for processors that have AVX2: Swift compiles for the oldest processor only. Portable
// vector extensions of clang; whoever calls those that are `WIDE` has asked `scansWideBlocks` first, and has other code for
// other processors.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
#else
#define WIDE
#endif
#define WIDE_INLINE WIDE __attribute__((always_inline)) static inline

/// Swift's SIMD16<UInt8>, which every processor has.
typedef uint8_t NarrowBlock __attribute__((ext_vector_type(16)));

/// The high bits of 16 bytes, that of the first byte lowest: the standard library has no operation for what is one
/// instruction on x86.
__attribute__((always_inline)) static inline uint32_t highBits(NarrowBlock block) {
#if defined(__x86_64__)
  return (uint32_t)__builtin_ia32_pmovmskb128((__attribute__((vector_size(16))) char)block);
#else
  uint32_t bits = 0;
  for (int half = 0; half < 2; half++) {
    uint64_t word;
    __builtin_memcpy(&word, (const uint8_t *)&block + 8 * half, 8);
    // Moves bit 8 * i to bit 56 + i.
    uint64_t gathered = (word >> 7 & 0x0101010101010101) * 0x0102040810204080 >> 56;
    bits |= (uint32_t)gathered << 8 * half;
  }
  return bits;
#endif
}

/// A bit for each of 16 bytes that equals another one; the lowest one is that of the first byte.
__attribute__((always_inline)) static inline uint32_t placesOf(uint8_t byte, NarrowBlock block) {
  return highBits((NarrowBlock)(block == byte));
}

typedef uint8_t WideBlock __attribute__((vector_size(32)));
typedef uint8_t UnalignedWideBlock __attribute__((vector_size(32), aligned(1), may_alias));
typedef uint64_t WideWords __attribute__((vector_size(32)));

/// Whether the processor has what the functions below are compiled for.
static inline bool scansWideBlocks(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

WIDE_INLINE WideBlock loadWide(const uint8_t *start) { return *(const UnalignedWideBlock *)start; }

WIDE_INLINE bool isAnySet(WideBlock mask) {
  WideWords words = (WideWords)mask;
  return (words[0] | words[1] | words[2] | words[3]) != 0;
}

/// The index of the first byte of a mask that is set; 32 if there is none.
WIDE_INLINE size_t firstSet(WideBlock mask) {
#if defined(__x86_64__)
  unsigned bits = (unsigned)__builtin_ia32_pmovmskb256((__attribute__((vector_size(32))) char)mask);
  return bits == 0 ? 32 : (size_t)__builtin_ctz(bits);
#else
  size_t index = 0;
  while (index < 32 && mask[index] == 0) index += 1;
  return index;
#endif
}

WIDE_INLINE WideBlock controlCharacters(WideBlock block) {
  return (WideBlock)(block < 0x20) & (WideBlock)(block != 0x0A) & (WideBlock)(block != 0x09);
}

/// What is wrong with a byte and the one before it, a bit each. Two faults share a bit: no pair has both.
enum {
  TOO_SHORT = 1, TOO_LONG = 2, OVERLONG_3 = 4, TOO_LARGE = 8, SURROGATE = 16, OVERLONG_2 = 32, TOO_LARGE_1000 = 64,
  OVERLONG_4 = 64, TWO_CONTINUATIONS = 128, ANY_LOW = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS,
  ABOVE_F4 = ANY_LOW | TOO_LARGE | TOO_LARGE_1000
};

/// Looks up the number from 0 to 15 in each byte of a block.
WIDE_INLINE WideBlock lookUp(WideBlock numbers, const uint8_t table[16]) {
#if defined(__x86_64__)
  typedef char Bytes __attribute__((vector_size(32)));
  WideBlock both;
  __builtin_memcpy(&both, table, 16);
  __builtin_memcpy((uint8_t *)&both + 16, table, 16);
  return (WideBlock)__builtin_ia32_pshufb256((Bytes)both, (Bytes)numbers);
#else
  WideBlock found;
  for (int lane = 0; lane < 32; lane++) found[lane] = table[numbers[lane]];
  return found;
#endif
}

/// The bytes of a block at which UTF-8 is not valid; adds those that may need cleaning to `unclean`.
///
/// Three look-ups tell what two bytes can't be beside each other; only the third and fourth bytes of a character need more.
/// (John Keiser, Daniel Lemire: Validating UTF-8 In Less Than One Instruction Per Byte, Software: Practice and Experience 51,
/// 2021, section 6.)
WIDE_INLINE WideBlock utf8Errors(const uint8_t *start, WideBlock *unclean) {
  static const uint8_t firstHigh[16] = {
    TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,
    TWO_CONTINUATIONS, TWO_CONTINUATIONS, TWO_CONTINUATIONS, TWO_CONTINUATIONS,
    TOO_SHORT | OVERLONG_2, TOO_SHORT, TOO_SHORT | OVERLONG_3 | SURROGATE,
    TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4
  };
  static const uint8_t firstLow[16] = {
    ANY_LOW | OVERLONG_2 | OVERLONG_3 | OVERLONG_4, ANY_LOW | OVERLONG_2, ANY_LOW, ANY_LOW, ANY_LOW | TOO_LARGE,
    ABOVE_F4, ABOVE_F4, ABOVE_F4, ABOVE_F4, ABOVE_F4, ABOVE_F4, ABOVE_F4, ABOVE_F4, ABOVE_F4 | SURROGATE, ABOVE_F4,
    ABOVE_F4
  };
  static const uint8_t secondHigh[16] = {
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
    TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
    TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | TOO_LARGE,
    TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | SURROGATE | TOO_LARGE,
    TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | SURROGATE | TOO_LARGE,
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT
  };
  WideBlock block = loadWide(start), before = loadWide(start - 1);
  *unclean |= controlCharacters(block) | ((WideBlock)(before == 0xEF) & (WideBlock)(block == 0xBF));
  WideBlock pairs = lookUp(before >> 4, firstHigh) & lookUp(before & 0x0F, firstLow) & lookUp(block >> 4, secondHigh);
  // The high bit is set where the third or fourth byte of a character must be; two continuations are right only there.
  WideBlock mustContinue = (WideBlock)__builtin_elementwise_sub_sat(loadWide(start - 2), (WideBlock){} + 0x60)
    | (WideBlock)__builtin_elementwise_sub_sat(loadWide(start - 3), (WideBlock){} + 0x70);
  return pairs ^ (mustContinue & 0x80);
}

/// What `validUTF8Blocks` has found in the blocks.
struct UTF8Findings {
  /// Whether there are bytes beyond ASCII up to three bytes before the end of the blocks.
  bool hasMultipleByteCharacters;
  /// Whether there are characters that may need cleaning.
  bool isUnclean;
};

/// Advances over valid blocks of 64 bytes, up to less than 64 bytes before the end or to shortly before an error.
///
/// - Parameter start: An index from 3 on; the three bytes before it are looked at.
/// - Returns: The index of the last byte of the last valid block, or `start` if there is none.
WIDE static inline size_t validUTF8Blocks(
  const uint8_t *bytes, size_t start, size_t count, struct UTF8Findings *findings)
{
  WideBlock unclean = {0}, seen = {0};
  size_t index = start;
  while (index + 64 <= count) {
    const uint8_t *place = bytes + index;
    WideBlock first = loadWide(place), second = loadWide(place + 32), before = loadWide(place - 3);
    if (!isAnySet((first | second | before) & 0x80)) {
      unclean |= controlCharacters(first) | controlCharacters(second);
    } else {
      WideBlock found = unclean;
      if (isAnySet(utf8Errors(place, &found) | utf8Errors(place + 32, &found))) break;
      unclean = found;
      seen |= before | loadWide(place + 29);
    }
    index += 64;
  }
  findings->hasMultipleByteCharacters = isAnySet(seen & 0x80);
  findings->isUnclean = isAnySet(unclean);
  // A last byte that UTF-8 never uses, such as C0, is found only together with the byte after it: the caller checks it again.
  return index > start ? index - 1 : index;
}

/// How far a text was copied.
struct CopiedRun {
  size_t length;
  /// Whether it ends where a byte was found; else less than 33 bytes were left.
  bool isStopped;
};

WIDE_INLINE void storeWide(WideBlock block, uint8_t *target) { *(UnalignedWideBlock *)target = block; }

/// Copies text up to the first control character, the first of two spaces or, if wanted, the first `<` or `&`.
///
/// - Parameter target: As much room as `count`; may be written to after the end of what is copied.
WIDE static inline struct CopiedRun copyWordRun(
  const uint8_t *source, size_t count, uint8_t *target, bool stopsAtMarkup)
{
  size_t index = 0;
  while (count - index > 32) {
    WideBlock block = loadWide(source + index);
    WideBlock stops = (WideBlock)(block < 0x20)
      | ((WideBlock)(block == 0x20) & (WideBlock)(loadWide(source + index + 1) == 0x20));
    if (stopsAtMarkup) stops |= (WideBlock)(block == 0x3C) | (WideBlock)(block == 0x26);
    storeWide(block, target + index);
    size_t found = firstSet(stops);
    index += found;
    if (found < 32) return (struct CopiedRun){index, true};
  }
  return (struct CopiedRun){index, false};
}

/// Copies bytes up to the first one that equals `stop`.
///
/// - Parameter target: As much room as `count`; may be written to after the end of what is copied.
WIDE static inline struct CopiedRun copyBytesBefore(
  uint8_t stop, const uint8_t *source, size_t count, uint8_t *target)
{
  size_t index = 0;
  while (count - index > 32) {
    WideBlock block = loadWide(source + index);
    storeWide(block, target + index);
    size_t found = firstSet((WideBlock)(block == stop));
    index += found;
    if (found < 32) return (struct CopiedRun){index, true};
  }
  return (struct CopiedRun){index, false};
}

/// Whether one of at least 32 bytes equals one of two others.
WIDE static inline bool holdsOneOf(uint8_t one, uint8_t other, const uint8_t *bytes, size_t count) {
  size_t index = 0;
  while (true) {
    WideBlock block = loadWide(bytes + index);
    if (isAnySet((WideBlock)(block == one) | (WideBlock)(block == other))) return true;
    if (index + 32 == count) return false;
    index = index + 64 <= count ? index + 32 : count - 32;
  }
}

/// How many bytes equal `byte`.
WIDE static inline size_t countOf(uint8_t byte, const uint8_t *bytes, size_t count) {
  size_t index = 0, total = 0;
  while (index + 32 <= count) {
    // A byte counts up to 255.
    size_t blocks = (count - index) / 32;
    if (blocks > 255) blocks = 255;
    WideBlock sums = {0};
    for (size_t block = 0; block < blocks; block++) {
      sums -= (WideBlock)(loadWide(bytes + index) == byte);
      index += 32;
    }
    for (size_t lane = 0; lane < 32; lane++) total += sums[lane];
  }
  for (; index < count; index++) total += bytes[index] == byte;
  return total;
}
