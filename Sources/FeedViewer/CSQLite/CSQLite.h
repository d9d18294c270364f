// The database library of the reading state.
#include <sqlite3.h>

// Swift does not import SQLITE_TRANSIENT, which lets SQLite copy the text.
static inline int sqlite3_bind_copied_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}
