// Runs of plain text: words of frequent scripts with single spaces between them. Where each scalar is a character, sixteen
// bytes are counted at once. For any processor, unlike the scans of CByteScans.h.
#pragma once
#include "CByteScans.h"

/// What a scalar is for the boundaries of characters: the cases of `PlainScalar.Kind` in Swift.
enum PlainKind {
  PLAIN_SPACE, PLAIN_BASE, PLAIN_CONSONANT, PLAIN_MARK, PLAIN_NUKTA, PLAIN_LINKER, PLAIN_SIGN, PLAIN_OTHER
};

/// What a scalar does after another one.
enum PlainStep { STEP_STOPS, STEP_EXTENDS, STEP_BEGINS };

/// By the kinds of both, a space standing for the beginning of a text, too: a subset of the rules of Unicode Standard Annex 29,
/// section 3.1. Devanagari consonants that are joined by a linker form one character (GB9c).
static const uint8_t plainSteps[8][8] = {
  [PLAIN_SPACE] = {[PLAIN_BASE] = STEP_BEGINS, [PLAIN_CONSONANT] = STEP_BEGINS},
  [PLAIN_BASE] = {STEP_BEGINS, STEP_BEGINS, STEP_BEGINS, STEP_EXTENDS, STEP_EXTENDS},
  [PLAIN_CONSONANT] = {STEP_BEGINS, STEP_BEGINS, STEP_BEGINS, STEP_EXTENDS, STEP_EXTENDS, STEP_EXTENDS},
  [PLAIN_MARK] = {STEP_BEGINS, STEP_BEGINS, STEP_BEGINS, STEP_EXTENDS, STEP_EXTENDS},
  [PLAIN_NUKTA] = {STEP_BEGINS, STEP_BEGINS, STEP_BEGINS, STEP_EXTENDS, STEP_EXTENDS, STEP_EXTENDS},
  [PLAIN_LINKER] = {STEP_BEGINS, STEP_BEGINS, STEP_EXTENDS},
  [PLAIN_SIGN] = {STEP_BEGINS, STEP_BEGINS, STEP_BEGINS, STEP_EXTENDS, STEP_EXTENDS},
  [PLAIN_OTHER] = {STEP_BEGINS, STEP_BEGINS, STEP_BEGINS, STEP_EXTENDS, STEP_EXTENDS},
};

struct PlainRun {
  /// The bytes of the run, the characters that begin in it, and where the last one does; -1 if none does.
  ptrdiff_t end, characters, lastStart;
  /// The index of the last space; -1 if there is none.
  ptrdiff_t lastSpace;
  /// The kind of the last scalar.
  uint8_t kind;
};

__attribute__((always_inline)) static inline NarrowBlock narrowBetween(
  NarrowBlock block, uint8_t least, uint8_t greatest)
{
  return (NarrowBlock)((block - least) <= (uint8_t)(greatest - least));
}

__attribute__((always_inline)) static inline NarrowBlock loadNarrow(const uint8_t *start) {
  NarrowBlock block;
  __builtin_memcpy(&block, start, sizeof block);
  return block;
}

/// The bytes that begin a plain scalar of a script of which others are not.
static inline NarrowBlock mixedScripts(NarrowBlock block, NarrowBlock next, NarrowBlock third) {
  // U+00AF to U+00BF; U+0386 to U+03BF.
  NarrowBlock european = ((NarrowBlock)(block == 0xC2) & (NarrowBlock)(next >= 0xAF))
    | ((NarrowBlock)(block == 0xCE) & (NarrowBlock)(next >= 0x86));
  // U+05D0 to U+05EA; U+060C, U+0620 to U+063F; U+0640 to U+064A, U+0660 to U+066F, U+0671 to U+067F.
  NarrowBlock hebrew = (NarrowBlock)(block == 0xD7) & narrowBetween(next, 0x90, 0xAA);
  NarrowBlock arabic =
    ((NarrowBlock)(block == 0xD8) & ((NarrowBlock)(next >= 0xA0) | (NarrowBlock)(next == 0x8C)))
    | ((NarrowBlock)(block == 0xD9)
      & ((NarrowBlock)(next <= 0x8A) | ((NarrowBlock)(next >= 0xA0) & (NarrowBlock)(next != 0xB0))));
  // U+2010 to U+2027.
  NarrowBlock punctuation =
    (NarrowBlock)(block == 0xE2) & (NarrowBlock)(next == 0x80) & narrowBetween(third, 0x90, 0xA7);
  // U+3001 to U+3029; U+3041 to U+307F; U+3080 to U+3096, U+309B to U+30BF; U+30C0 to U+30FF.
  NarrowBlock kana = ((NarrowBlock)(next == 0x80) & narrowBetween(third, 0x81, 0xA9))
    | ((NarrowBlock)(next == 0x81) & (NarrowBlock)(third >= 0x81))
    | ((NarrowBlock)(next == 0x82) & ~narrowBetween(third, 0x97, 0x9A)) | (NarrowBlock)(next == 0x83);
  // U+4E00 to U+4FFF; U+AC00 to U+AFFF; U+D000 to U+D77F; U+FF01 to U+FF7F.
  NarrowBlock wide = ((NarrowBlock)(block == 0xE3) & kana) | ((NarrowBlock)(block == 0xE4) & (NarrowBlock)(next >= 0xB8))
    | ((NarrowBlock)(block == 0xEA) & (NarrowBlock)(next >= 0xB0))
    | ((NarrowBlock)(block == 0xED) & (NarrowBlock)(next <= 0x9D))
    | ((NarrowBlock)(block == 0xEF)
      & (((NarrowBlock)(next == 0xBC) & (NarrowBlock)(third >= 0x81)) | (NarrowBlock)(next == 0xBD)));
  return european | hebrew | arabic | punctuation | wide;
}

/// A bit for each of 16 bytes that is part of a plain scalar, if that begins in the block, or a space with none after it.
///
/// - Parameter start: Eighteen bytes of valid UTF-8 must be readable. A scalar that begins before them continues there.
__attribute__((always_inline)) static inline uint32_t plainBytes(
  const uint8_t *start, uint32_t *spaces, uint32_t *continuations)
{
  NarrowBlock block = loadNarrow(start), next = loadNarrow(start + 1);
  NarrowBlock isSpace = (NarrowBlock)(block == 0x20), isContinuation = (NarrowBlock)((block & 0xC0) == 0x80);
  // ASCII; U+00C0 to U+02FF; U+03C0 to U+047F; U+5000 to U+9FFF; U+B000 to U+CFFF.
  NarrowBlock plain = narrowBetween(block, 0x21, 0x7E) | (isSpace & (NarrowBlock)(next != 0x20)) | isContinuation
    | narrowBetween(block, 0xC3, 0xCB) | narrowBetween(block, 0xCF, 0xD1) | narrowBetween(block, 0xE5, 0xE9)
    | narrowBetween(block, 0xEB, 0xEC);
  *spaces = highBits(isSpace);
  *continuations = highBits(isContinuation);
  uint32_t bits = highBits(plain);
  if (bits == 0xFFFF) return bits;
  return bits | highBits(mixedScripts(block, next, loadNarrow(start + 2)));
}

/// The kind of the scalar at the start of valid UTF-8, and its length. White space other than U+0020, and signs beyond U+FFFF,
/// are `PLAIN_OTHER` here.
///
/// - Parameter kinds: The memory of `PlainScalar.Table`.
__attribute__((always_inline)) static inline uint8_t plainKind(
  const uint8_t *text, const uint8_t *kinds, ptrdiff_t *length)
{
  uint8_t first = text[0];
  *length = 1;
  if (first < 0x80) {
    if (first > 0x20 && first < 0x7F) return PLAIN_BASE;
    return first == 0x20 ? PLAIN_SPACE : PLAIN_OTHER;
  }
  if (first >= 0xF0) return PLAIN_OTHER;
  size_t page;
  uint8_t last;
  if (first < 0xE0) {
    page = first & 0x1F;
    last = text[1];
    *length = 2;
  } else {
    page = (size_t)(first & 0x0F) << 6 | (text[1] & 0x3F);
    last = text[2];
    *length = 3;
  }
  return kinds[1024 + ((size_t)kinds[page] << 6) + (last & 0x3F)];
}

/// The longest beginning of a text that is plain, and does not begin with a space after another one.
///
/// - Parameters:
///   - text: Valid UTF-8, from the start of a scalar.
///   - room: The most characters.
///   - kinds: The memory of `PlainScalar.Table`.
///   - previous: The kind of the scalar before the text, which the text may extend; `PLAIN_SPACE` if it can't.
/// - Complexity: O(length of the run).
static inline struct PlainRun plainRun(
  const uint8_t *text, ptrdiff_t count, ptrdiff_t room, const uint8_t *kinds, uint8_t previous)
{
  struct PlainRun run = {0, 0, -1, -1, previous};
  ptrdiff_t position = 0, characters = 0, lastSpace = -1, lastStart = -1;
  while (characters < room && position < count) {
    if (text[position] != 0xE0 && room - characters >= 16 && count - position >= 18
        && (text[position] != 0x20 || run.kind != PLAIN_SPACE)) {
      ptrdiff_t first = position;
      uint32_t found;
      do {
        uint32_t spaces, continuations;
        uint32_t plain = plainBytes(text + position, &spaces, &continuations);
        found = (uint32_t)__builtin_ctz(~plain);
        uint32_t taken = ((uint32_t)1 << found) - 1;
        spaces &= taken;
        if (spaces != 0) lastSpace = position + 31 - __builtin_clz(spaces);
        characters += __builtin_popcount(taken & ~continuations);
        position += found;
      } while (found == 16 && room - characters >= 16 && count - position >= 18);
      if (position > first) {
        // The rest of the last scalar.
        while (position < count && (text[position] & 0xC0) == 0x80) position++;
        lastStart = position - 1;
        while ((text[lastStart] & 0xC0) == 0x80) lastStart--;
        run.kind = lastSpace == position - 1 ? PLAIN_SPACE : PLAIN_BASE;
        if (found == 16) continue;
        if (characters == room || position == count) break;
      }
    }
    // One scalar, and those after it in Devanagari and Thai, whose characters have several. Which kinds follow each other
    // can't be predicted: there is no branch for it.
    do {
      ptrdiff_t length;
      uint8_t kind = plainKind(text + position, kinds, &length);
      uint8_t step = plainSteps[run.kind][kind];
      if (step == STEP_STOPS) goto end;
      lastSpace = kind == PLAIN_SPACE ? position : lastSpace;
      lastStart = step == STEP_BEGINS ? position : lastStart;
      characters += step == STEP_BEGINS;
      run.kind = kind;
      position += length;
    } while (characters < room && position < count && (text[position] == 0xE0 || text[position] == 0x20));
  }
end:
  run.end = position;
  run.characters = characters;
  run.lastStart = lastStart;
  run.lastSpace = lastSpace;
  return run;
}
