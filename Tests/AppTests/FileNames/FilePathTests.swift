import Expectations
import FeedViewerBase
import Testing

/// Paths as bytes.
struct FilePathTests {
  /// Names that Swift's strings take for equal.
  nonisolated static let equivalents = [
    ("caf\u{E9}", "cafe\u{301}"), ("\u{212B}", "\u{C5}"), ("\u{AC00}", "\u{1100}\u{1161}"),
    ("a\u{327}\u{301}", "a\u{301}\u{327}"), ("\u{F900}", "\u{8C48}"),
  ]

  @Test(arguments: equivalents)
  func equivalentNamesAreTwoPaths(_ names: (String, String)) {
    expect(names.0, equals: names.1)
    let (one, other) = (FilePath("/\(names.0)/a"), FilePath("/\(names.1)/a"))
    expect(one != other && Set([one, other]).count == 2)
    expect(one == FilePath(one.text) && one.hashValue == FilePath(one.text).hashValue)
    expect(one.withCString { String(cString: $0).utf8.elementsEqual("/\(names.0)/a".utf8) })
  }

  @Test func pathsAreToldApartAndDividedByBytes() {
    // Names that are not UTF-8 are different.
    let bytes: [[UInt8]] = [
      [0x2F, 0xE9], [0x2F, 0xFF], [0x2F, 0xC3], [0x2F, 0xC3, 0xA9], [0x2F, 0xEF, 0xBF, 0xBD],
    ]
    let paths = bytes.map { FilePath(PathText.text(of: $0)) }
    expect(Set(paths).count, equals: bytes.count)
    for (path, bytes) in zip(paths, bytes) {
      expect(
        path.withCString { UnsafeBufferPointer(start: $0, count: bytes.count).map { UInt8(bitPattern: $0) } },
        equals: bytes)
    }
    // A byte that is escaped although it need not be names the same file.
    expect(FilePath("/\u{10F7C3}\u{10F7A9}"), equals: FilePath("/\u{E9}"))
    // Parts are found by bytes.
    // The accent makes one character with the slash before it.
    let path: FilePath = "/a/\u{301}b/\u{308}c"
    expect(path.folder == "/a/\u{301}b" && path.name == "\u{308}c")
    expect(path.folder.folder == "/a" && path.folder.name == "\u{301}b")
    expect(FilePath("/a").folder == "/" && FilePath("/").folder == "/" && FilePath("a").folder == ".")
    expect(FilePath("a").name == "a" && FilePath("/").name == "")
    expect(FilePath("/a").appending("b/c") == "/a/b/c" && FilePath("/").appending("b") == "/b")
    expect(FilePath("/a").appending("/b"), equals: "/b")
    expect(path.isAbsolute && !FilePath("a/b").isAbsolute && !FilePath("").isAbsolute)
  }
}
