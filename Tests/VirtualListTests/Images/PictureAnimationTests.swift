import CGtk
import Expectations
import Foundation
import GtkInterop
import Testing
import WidgetTesting

@testable import VirtualList

/// Animated pictures are decoded frame by frame in a process of their own.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct PictureAnimationTests {
  private let folder = ImageFolder()
  private let loader = ImageLoader(decoder: PictureProgram.shared)

  private static let colors: [AnimatedPicture.Frame] = [
    .init(color: 1, delay: 5), .init(color: 2, delay: 0), .init(color: 3, delay: 30),
  ]

  private func animation(_ bytes: [UInt8], width: Int = 100) throws -> PictureAnimation {
    let path = try folder.write(bytes, name: "\(UUID().uuidString).gif")
    return try require(loader.animation(path: path, fittingWidth: width))
  }

  /// The colour of a frame's first pixel.
  private func color(of frame: PictureFrame) -> [UInt8] {
    let texture = frame.image.texture.pointer
    let count = Int(gdk_texture_get_width(texture)) * Int(gdk_texture_get_height(texture)) * 4
    var pixels = [UInt8](repeating: 0, count: count)
    gdk_texture_download(texture, &pixels, gsize(4 * gdk_texture_get_width(texture)))
    // Blue, green, red, alpha.
    return [pixels[2], pixels[1], pixels[0]]
  }

  @Test func framesFollowEachOtherWithTheirDelays() async throws {
    let animation = try animation(AnimatedPicture.gif(width: 6, height: 4, Self.colors))
    var colors: [[UInt8]] = []
    var delays: [Int?] = []
    for _ in 0..<4 {
      let frame = try await animation.next()
      expect(gdk_texture_get_width(frame.image.texture.pointer), equals: 6)
      colors.append(color(of: frame))
      delays.append(frame.delay)
    }
    expect(colors, equals: [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 0, 0]])
    expect(delays[0] == 50 && delays[2] == 300 && delays[3] == 50)
    // A delay of 0 is not meant.
    expect(delays[1].map { $0 >= 20 }, equals: true)
  }

  @Test func animationsThatAreNotEndlessEnd() async throws {
    let animation = try animation(AnimatedPicture.gif(width: 2, height: 2, isEndless: false, Self.colors))
    var frames = 0
    while try await animation.next().delay != nil, frames < 20 { frames += 1 }
    expect((2...6).contains(frames))
  }

  @Test func framesAreScaledToTheirPlace() async throws {
    let frames = [AnimatedPicture.Frame(color: 1), .init(color: 2)]
    let animation = try animation(AnimatedPicture.gif(width: 200, height: 100, frames), width: 50)
    for _ in 0..<2 {
      let texture = try await animation.next().image.texture
      expect(gdk_texture_get_width(texture.pointer) == 50 && gdk_texture_get_height(texture.pointer) == 25)
    }
  }

  @Test(arguments: [(1, false), (2, true), (3, true)])
  func picturesTellWhetherTheyAreAnimated(frames: Int, isAnimated: Bool) throws {
    let bytes = AnimatedPicture.gif(width: 3, height: 3, Array(Self.colors.prefix(frames)))
    let image = try PictureProgram.shared.decode(bytes, as: .whole(width: 9), maximumPixelCount: 1_000)
    expect(image.isAnimated, equals: isAnimated)
  }

  @Test func stillPicturesAreNotAnimated() throws {
    let path = try folder.write(width: 9, height: 9)
    let bytes = try ImageFile.bytes(path: path, maximumSize: 100_000)
    try expect(
      !PictureProgram.shared.decode(bytes, as: .whole(width: 9), maximumPixelCount: 1_000).isAnimated)
  }

  // MARK: Hostile files

  /// More frames than the loader can keep in time: the first ones are played.
  @Test func manyFramesWithoutDelaysPlay() async throws {
    let frames = Array(repeating: AnimatedPicture.Frame(color: 1, delay: 0), count: 100_000)
    let animation = try animation(AnimatedPicture.gif(width: 1, height: 1, frames))
    for _ in 0..<20 { try await expect(animation.next().delay.map { $0 >= 20 }, equals: true) }
  }

  @Test func hugeCanvasesAreRefused() async throws {
    let animation = try animation(
      AnimatedPicture.gif(width: 1, height: 1, declaredSize: 5_000, Self.colors))
    await #expect(throws: PictureFailure.tooManyPixels(width: 5_000, height: 5_000)) {
      try await animation.next()
    }
  }

  @Test func animationsThatAreCutOffPlayTheirWholeFrames() async throws {
    let bytes = AnimatedPicture.gif(width: 40, height: 40, Self.colors)
    let animation = try animation(Array(bytes.prefix(bytes.count * 5 / 6)))
    var colors: [[UInt8]] = []
    for _ in 0..<4 { colors.append(color(of: try await animation.next())) }
    expect(colors, equals: [[255, 0, 0], [0, 255, 0], [255, 0, 0], [0, 255, 0]])
  }

  @Test func missingFilesGiveTheReason() async throws {
    let animation = try require(loader.animation(path: folder.path("none.gif"), fittingWidth: 9))
    await #expect(throws: PictureFailure.unreadable) { try await animation.next() }
  }
}
