import CGtk
import Foundation
import GtkInterop
import Testing

@testable import FeedList

@Suite(.serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct ImageLoaderTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "images-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test func anImageIsDecodedAtTheSizeItIsShown() async throws {
    let path = try writeImage(width: 300, height: 200)
    let loader = ImageLoader()
    var found: SharedObject?
    let request = loader.request(path: path, side: 48) { found = $0 }
    #expect(found == nil && loader.isDecoding)
    #expect(try await Display.wait { found != nil })
    #expect(!loader.isDecoding)
    let texture = try #require(found)
    #expect(gdk_texture_get_height(texture.pointer) == 48)
    #expect(gdk_texture_get_width(texture.pointer) == 48)
    withExtendedLifetime(request) {}
  }

  @Test func aKnownImageIsThereAtOnce() async throws {
    let path = try writeImage(width: 60, height: 60)
    let loader = ImageLoader()
    let first = loader.request(path: path, side: 48) { _ in }
    _ = try await Display.wait { !loader.isDecoding }
    var isAnswered = false
    let second = loader.request(path: path, side: 48) { isAnswered = $0 != nil }
    #expect(isAnswered)
    #expect(loader.statistics.decodedImages == 1)
    withExtendedLifetime((first, second)) {}
  }

  @Test func whatIsNoImageIsAnsweredWithNothing() async throws {
    let path = folder.appending(path: "text.png").path
    try "not an image".write(toFile: path, atomically: true, encoding: .utf8)
    let loader = ImageLoader()
    for candidate in [path, folder.appending(path: "missing.png").path] {
      var answers = 0
      var found: SharedObject?
      let request = loader.request(path: candidate, side: 48) {
        answers += 1
        found = $0
      }
      #expect(try await Display.wait { answers == 1 })
      #expect(found == nil)
      withExtendedLifetime(request) {}
    }
  }

  @Test func aRequestThatIsLetGoIsNotAnswered() async throws {
    let path = try writeImage(width: 80, height: 80)
    let loader = ImageLoader()
    var isAnswered = false
    _ = loader.request(path: path, side: 48) { _ in isAnswered = true }
    _ = try await Display.wait { !loader.isDecoding }
    #expect(!isAnswered)
  }

  private func writeImage(width: Int32, height: Int32) throws -> String {
    let path = folder.appending(path: "\(width)x\(height).png").path
    let pixbuf = try #require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height))
    defer { g_object_unref(pixbuf.raw) }
    gdk_pixbuf_fill(pixbuf, 0x2070_C0FF)
    let isWritten = gdk_pixbuf_savev(pixbuf, path, "png", nil, nil, nil)
    try #require(isWritten != 0)
    return path
  }
}
