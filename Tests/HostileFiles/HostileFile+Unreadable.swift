import Foundation

/// Files that are not feeds, are not regular files, or have strange names.
extension HostileFile {
  static let unreadable: [HostileFile] = [
    HostileFile("empty", view: .list) { _ in [] },
    HostileFile("missing", view: .list) { folder, _ in [Array((folder.path + "/missing.xml").utf8)] },
    HostileFile("folder", view: .list) { folder, _ in [Array(folder.path.utf8)] },
    HostileFile("fifo", view: .list) { folder, _ in
      guard mkfifo(folder.path + "/fifo.xml", 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
      return [Array((folder.path + "/fifo.xml").utf8)]
    },
    HostileFile("endless-device", view: .list) { _, _ in [Array("/dev/zero".utf8)] },
    HostileFile("link-to-itself", view: .list) { folder, _ in
      let path = folder.path + "/loop.xml"
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
      return [Array(path.utf8)]
    },
    HostileFile("name-not-utf-8") { folder, _ in
      let path = Array((folder.path + "/").utf8) + [0x66, 0xE9, 0xFF, 0x2E, 0x78, 0x6D, 0x6C]
      let feed = Array(
        "<rss><channel><title>A feed</title><item><title>t</title></item></channel></rss>".utf8)
      let file = (path + [0]).withUnsafeBytes {
        fopen($0.baseAddress!.assumingMemoryBound(to: CChar.self), "w")
      }
      guard let file else { throw CocoaError(.fileWriteUnknown) }
      defer { fclose(file) }
      guard fwrite(feed, 1, feed.count, file) == feed.count else { throw CocoaError(.fileWriteUnknown) }
      return [path]
    },
    HostileFile("name-of-markup") { folder, _ in
      [
        try folder.write(
          "<rss><channel><item><title>t</title></item></channel></rss>",
          to: "<b>&amp; \u{202E}\n\u{301}%2F%00 --help.xml")
      ]
    },
  ]
}
