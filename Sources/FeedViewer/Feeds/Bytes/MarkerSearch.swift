import Glibc

/// Looks for the bytes with which an entry starts.
enum MarkerSearch {
  /// The first place where an entry seems to start.
  ///
  /// - Parameters:
  ///   - marker: The bytes with which an entry starts; not empty.
  ///   - offset: Where the search begins.
  ///   - limit: Where it ends: the marker begins before it, and may end after it.
  ///   - count: The number of bytes that are there.
  /// - Complexity: O(`limit` - `offset`), several bytes per nanosecond.
  static func place(
    of marker: [UInt8], from offset: Int, before limit: Int, in bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> Int? {
    let end = min(limit, count - marker.count + 1)
    var offset = offset
    while offset < end, let found = memchr(bytes + offset, Int32(marker[0]), end - offset) {
      offset = UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
      if memcmp(found, marker, marker.count) == 0 { return offset }
      offset += 1
    }
    return nil
  }
}
