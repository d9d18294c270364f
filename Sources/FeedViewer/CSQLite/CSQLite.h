// The database library of the reading state.
#include <sqlite3.h>

// Swift does not import SQLITE_TRANSIENT, which lets SQLite copy the text.
static inline int sqlite3_bind_copied_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int sqlite3_keep_files_when_closed(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
