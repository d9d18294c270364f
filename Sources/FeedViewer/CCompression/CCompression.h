// The compression libraries of the files that the program reads.
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
