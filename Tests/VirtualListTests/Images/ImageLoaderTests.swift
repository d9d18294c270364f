import CGtk
import Expectations
import Foundation
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import VirtualList

@Suite(.serialized, .needsDisplay)
struct ImageLoaderTests {
  private let folder = ImageFolder()

  @Test func imagesAreDecodedAtTheirDisplaySize() async throws {
    let path = try folder.write(width: 300, height: 200)
    let loader = ImageLoader(decoder: PictureProgram.shared)
    var found: SharedObject?
    let use = loader.request(path: path, side: 48) { found = try? $0.get().texture }
    expect(found == nil && loader.isDecoding)
    try await expect(Display.wait { found != nil })
    expect(!loader.isDecoding)
    let texture = try require(found)
    // What lies outside the square is not kept.
    expect(gdk_texture_get_height(texture.pointer), equals: 48)
    expect(gdk_texture_get_width(texture.pointer), equals: 48)
    expect(loader.statistics.decodedBytes, equals: 48 * 48 * 3)
    withExtendedLifetime(use) {}
  }

  @Test func imagesThatAreMadeToFitTellTheirNaturalSize() async throws {
    let path = try folder.write(width: 300, height: 200)
    let loader = ImageLoader(decoder: PictureProgram.shared)
    var found: ScaledImage?
    let use = loader.request(path: path, fittingWidth: 100) { found = try? $0.get() }
    try await expect(Display.wait { found != nil })
    let image = try require(found)
    expect(gdk_texture_get_width(image.texture.pointer), equals: 100)
    expect(image.naturalSize.width == 300 && image.naturalSize.height == 200)
    withExtendedLifetime(use) {}
  }

  @Test func smallImagesAreNotScaledUp() async throws {
    let path = try folder.write(width: 30, height: 20)
    let loader = ImageLoader(decoder: PictureProgram.shared)
    var found: SharedObject?
    let use = loader.request(path: path, side: 48) { found = try? $0.get().texture }
    try await expect(Display.wait { found != nil })
    expect(found.map { gdk_texture_get_width($0.pointer) }, equals: 20)
    withExtendedLifetime(use) {}
  }

  @Test func cachedImageIsAvailableImmediately() async throws {
    let path = try folder.write(width: 60, height: 60)
    let loader = ImageLoader(decoder: PictureProgram.shared)
    let first = loader.request(path: path, side: 48) { _ in }
    _ = try await Display.wait { !loader.isDecoding }
    var isAnswered = false
    let second = loader.request(path: path, side: 48) { isAnswered = (try? $0.get()) != nil }
    expect(isAnswered)
    expect(loader.statistics.decodedImages, equals: 1)
    withExtendedLifetime((first, second)) {}
  }

  @Test func undecodableFilesGiveNoImage() async throws {
    let text = try folder.write(Array("not an image".utf8), name: "text.png")
    let cut = try folder.write(width: 300, height: 300)
    let half = Array(try Data(contentsOf: URL(filePath: cut)).prefix(60))
    let loader = ImageLoader(decoder: PictureProgram.shared)
    for path in [
      text, try folder.write([], name: "empty.png"), try folder.write(half, name: "half.png"),
      folder.path("missing.png"), folder.url.path, "/dev/zero",
    ] {
      var answers = 0
      var found: SharedObject?
      let use = loader.request(path: path, side: 48) {
        answers += 1
        found = try? $0.get().texture
      }
      try await expect(Display.wait { answers == 1 }, "\(path)")
      expect(found == nil, "\(path)")
      withExtendedLifetime(use) {}
    }
  }

  @Test func cancelledImageRequestsAreNeitherAnsweredNorCached() async throws {
    let path = try folder.write(width: 80, height: 80)
    let loader = ImageLoader(decoder: PictureProgram.shared)
    var isAnswered = false
    _ = loader.request(path: path, side: 48) { _ in isAnswered = true }
    try await expect(Display.wait { loader.isIdle && !loader.isDecoding })
    expect(!isAnswered)
    var use: ImageLoader.Use? = loader.request(path: path, side: 48) { isAnswered = (try? $0.get()) != nil }
    try await expect(Display.wait { isAnswered })
    expect(use != nil && loader.statistics.decodedBytes > 0)
    use = nil
    expect(loader.statistics.decodedBytes, equals: 0)
  }

  @Test func releasingTheLastUseFreesAnImage() async throws {
    let path = try folder.write(width: 80, height: 80)
    let loader = ImageLoader(decoder: PictureProgram.shared)
    weak var texture: SharedObject?
    var first: ImageLoader.Use? = loader.request(path: path, side: 48) { texture = try? $0.get().texture }
    var second: ImageLoader.Use? = loader.request(path: path, side: 48) { _ in }
    try await expect(Display.wait { loader.isIdle })
    expect(first != nil && second != nil && texture != nil)
    first = nil
    expect(texture != nil)
    second = nil
    expect(texture == nil)
  }

  @Test func visibleImagesDecodeBeforeDisplayAndPreloadImages() async throws {
    let loader = ImageLoader(decoder: PictureProgram.shared)
    var order: [String] = []
    var uses: [AnyObject] = []
    func request(_ name: String, _ urgency: RangeKind) throws -> ImageLoader.Use {
      let path = try folder.write(width: 20, height: 20, name: name)
      return loader.request(path: path, side: 20, urgency: urgency) { _ in order.append(name) }
    }
    // The first ones keep the workers busy, however many there are.
    for index in 0..<4 { uses.append(try request("busy-\(index)", .visible)) }
    uses.append(loader.preload(path: try folder.write(width: 20, height: 20, name: "ahead")))
    uses.append(try request("display-1", .display))
    let raised = try request("display-2", .display)
    uses.append(try request("visible", .visible))
    raised.becameVisible()
    try await expect(Display.wait { loader.isIdle })
    // More than one worker may answer in another order than they were asked.
    expect(order.suffix(4).last == "display-1" || g_get_num_processors() > 2)
    expect(Set(order.suffix(3)), equals: ["visible", "display-2", "display-1"])
    expect(loader.statistics.readFiles, equals: 1)
    withExtendedLifetime((uses, raised)) {}
  }

  @Test func imagesOfTooManyPixelsAreRefusedByTheirHeader() async throws {
    var limits = ImageLimits()
    limits.pixelCount = 10_000
    let loader = ImageLoader(decoder: PictureProgram.shared, limits: limits)
    for (width, isAllowed) in [(Int32(100), true), (101, false)] {
      for type in ["png", "jpeg", "bmp", "tiff"] {
        let path = try folder.write(width: width, height: 100, type: type)
        var answer: SharedObject??
        let use = loader.request(path: path, side: 48) { answer = .some(try? $0.get().texture) }
        try await expect(Display.wait { answer != nil })
        expect(answer! != nil, equals: isAllowed, "\(type) \(width)")
        withExtendedLifetime(use) {}
      }
    }
  }

  @Test func oversizedFilesAreNotRead() async throws {
    let path = try folder.write(width: 100, height: 100)
    let size = try Data(contentsOf: URL(filePath: path)).count
    try expect(ImageFile.bytes(path: path, maximumSize: size).count, equals: size)
    #expect(throws: PictureFailure.fileTooLarge) { try ImageFile.bytes(path: path, maximumSize: size - 1) }
  }

  @Test func overBudgetOnlyVisibleImagesAreDecoded() async throws {
    var limits = ImageLimits()
    limits.decodedBytes = 2 * 20 * 20 * 3
    let loader = ImageLoader(decoder: PictureProgram.shared, limits: limits)
    var found: Set<Int> = []
    func request(_ index: Int, _ urgency: RangeKind) throws -> ImageLoader.Use {
      let path = try folder.write(width: 20, height: 20, name: "\(index)")
      return loader.request(path: path, side: 20, urgency: urgency) { _ in found.insert(index) }
    }
    var uses = try (0..<2).map { try request($0, .display) }
    try await expect(Display.wait { found == [0, 1] && loader.isIdle })
    let ahead = try request(2, .display)
    let visible = try request(3, .visible)
    try await expect(Display.wait { found.contains(3) && loader.isIdle })
    expect(found, equals: [0, 1, 3])
    // Two are released: one for the image that came into view over the budget, the other for this one.
    withExtendedLifetime(uses) {}
    uses = []
    try await expect(Display.wait { found.contains(2) })
    withExtendedLifetime((uses, ahead, visible)) {}
  }

  @Test func preloadedFilesStayWithinTheirBudget() async throws {
    let paths = try (0..<3).map { try folder.write(width: 50, height: 50, name: "\($0)") }
    let size = try Data(contentsOf: URL(filePath: paths[0])).count
    var limits = ImageLimits()
    limits.readBytes = 2 * size
    let loader = ImageLoader(decoder: PictureProgram.shared, limits: limits)
    var uses = paths.map { loader.preload(path: $0) }
    try await expect(Display.wait { loader.isIdle })
    expect(loader.statistics.readFiles, equals: 2)
    expect(loader.statistics.readBytes, equals: 2 * size)
    // What was read ahead is decoded without its file.
    try FileManager.default.removeItem(atPath: paths[0])
    var found: SharedObject?
    let use = loader.request(path: paths[0], side: 20) { found = try? $0.get().texture }
    try await expect(Display.wait { !loader.isDecoding })
    expect(found != nil)
    withExtendedLifetime(uses) {}
    uses = []
    expect(loader.statistics.readBytes == 0 && uses.isEmpty)
    withExtendedLifetime(use) {}
  }

  @Test func loaderMayBeFreedWhileDecoding() async throws {
    let path = try folder.write(width: 900, height: 900)
    var loader: ImageLoader? = ImageLoader(decoder: PictureProgram.shared)
    weak let gone = loader
    let use = loader?.request(path: path, side: 48) { _ in Issue.record("answered") }
    let file = loader?.preload(path: path)
    loader = nil
    try await expect(Display.wait { gone == nil })
    try await Task.sleep(for: .milliseconds(30))
    withExtendedLifetime((use, file)) {}
  }
}
