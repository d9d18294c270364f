import CGtk
import Expectations
import Foundation
import GtkInterop
import Testing
import WidgetTesting

@testable import VirtualList

/// Pictures that exhaust a decoder without limits.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct HostilePictureTests {
  private let folder = ImageFolder()

  /// One process, so that a picture that follows a broken one shows whether there is another.
  private func decoder(_ change: (inout PictureBudget) -> Void = { _ in }) -> PictureDecoder {
    var budget = PictureBudget()
    change(&budget)
    return PictureProgram.decoder(budget: budget, maximumProcesses: 1)
  }

  @concurrent
  private nonisolated func decode(
    _ bytes: [UInt8], by decoder: PictureDecoder, as shape: ScaledImage.Shape = .whole(width: 100)
  ) async -> Result<ScaledImage, PictureFailure> {
    let maximumPixelCount = ImageLimits().pixelCount
    return Result { () throws(PictureFailure) in
      try decoder.decode(bytes, as: shape, maximumPixelCount: maximumPixelCount)
    }
  }

  private func failure(_ result: Result<ScaledImage, PictureFailure>) -> PictureFailure? {
    if case .failure(let failure) = result { failure } else { nil }
  }

  /// The colour of a pixel as alpha, red, green, blue.
  private func color(of image: ScaledImage, x: Int, y: Int) -> UInt32 {
    let width = Int(gdk_texture_get_width(image.texture.pointer))
    let height = Int(gdk_texture_get_height(image.texture.pointer))
    var pixels = [UInt32](repeating: 0, count: width * height)
    pixels.withUnsafeMutableBytes {
      gdk_texture_download(
        image.texture.pointer, $0.baseAddress!.assumingMemoryBound(to: UInt8.self), gsize(4 * width))
    }
    return pixels[y * width + x]
  }

  /// The minor version of librsvg 2, which the decoder loads for drawings; 0 if it does not tell, as before 2.52.
  private static var librsvgMinorVersion: UInt32 {
    guard let library = dlopen("librsvg-2.so.2", RTLD_NOW), let symbol = dlsym(library, "rsvg_minor_version")
    else { return 0 }
    return symbol.load(as: UInt32.self)
  }

  private let green: UInt32 = 0xFF00_FF00

  @Test func decodingTimeoutsAbandonAPictureAndDecodeTheNext() async throws {
    let decoder = decoder { $0.processorTime = 200_000 }
    var timeLimits = 0
    for bytes in [HostilePicture.filters(), HostilePicture.uses()] {
      let failure = failure(await decode(bytes, by: decoder))
      // librsvg 2.60 refuses what is nested too deeply.
      let isRefused = bytes == HostilePicture.uses() && Self.librsvgMinorVersion >= 60
      expect(failure, equals: isRefused ? .undecodable : .timeLimit)
      if failure == .timeLimit { timeLimits += 1 }
      let image = try await decode(HostilePicture.svg(""), by: decoder).get()
      expect(color(of: image, x: 50, y: 50), equals: green)
    }
    expect(decoder.startCount, equals: 1 + timeLimits)
  }

  @Test func pictureThatExceededALimitIsNotRetried() async throws {
    let decoder = decoder { $0.processorTime = 200_000 }
    for _ in 0..<3 {
      expect(failure(await decode(HostilePicture.filters(), by: decoder)), equals: .timeLimit)
    }
    expect(decoder.startCount, equals: 1)
  }

  /// A row and its article ask for the same file at once.
  @Test func concurrentRequestsDecodeAFailingPictureOnce() async throws {
    var budget = PictureBudget()
    budget.processorTime = 200_000
    let decoder = PictureProgram.decoder(budget: budget, maximumProcesses: 2)
    let bytes = HostilePicture.filters()
    async let first = decode(bytes, by: decoder)
    async let second = decode(bytes, by: decoder)
    expect(failure(await first), equals: .timeLimit)
    expect(failure(await second), equals: .timeLimit)
    expect(decoder.startCount, equals: 1)
  }

  @Test func unresponsiveDecoderIsKilledAtTheDeadline() async throws {
    let decoder = decoder {
      $0.processorTime = 600_000_000
      $0.deadline = 400
    }
    expect(failure(await decode(HostilePicture.filters(), by: decoder)), equals: .timeLimit)
    // A program that swallows requests and says nothing.
    var budget = PictureBudget()
    budget.deadline = 100
    let silent = PictureDecoder(executable: "/bin/cat", arguments: [], maximumProcesses: 1, budget: budget)
    expect(failure(await decode(HostilePicture.svg(""), by: silent)), equals: .timeLimit)
  }

  @Test func embeddedPicturesStayWithinTheMemoryLimit() async throws {
    let inner = Data(try HostilePicture.png(width: 30_000, height: 30_000)).base64EncodedString()
    let bytes = HostilePicture.svg(
      "<image width=\"100\" height=\"100\" xlink:href=\"data:image/png;base64,\(inner)\"/>")
    expect(bytes.count < 200_000)
    var decoder: PictureDecoder? = decoder()
    let result = await decode(bytes, by: decoder!)
    // Whether its time or its memory ends first, it is not shown whole.
    if case .success(let image) = result { expect(color(of: image, x: 50, y: 50), equals: green) }
    decoder = nil
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    // In kilobytes, of the largest process so far that has ended.
    expect(usage.ru_maxrss > 10_000 && usage.ru_maxrss < 750_000)
  }

  @Test func picturesBeyondTheMemoryLimitAreRefused() async throws {
    let png = try HostilePicture.png(width: 4_000, height: 4_000, isRGBA: true)
    let decoder = decoder { $0.memory = 48_000_000 }
    expect(failure(await decode(png, by: decoder)), equals: .memoryLimit)
    expect(failure(await decode(try HostilePicture.png(width: 10, height: 10), by: decoder)) == nil)
  }

  @Test func largestAllowedPictureIsDecoded() async throws {
    let png = try HostilePicture.png(width: 8_000, height: 8_000, isRGBA: true)
    let image = try await decode(png, by: decoder()).get()
    expect(gdk_texture_get_width(image.texture.pointer), equals: 100)
  }

  @Test func headersClaimingBillionsOfPixelsAreRefused() async throws {
    let png = try HostilePicture.png(width: 60_000, height: 60_000, rows: 8)
    expect(failure(await decode(png, by: decoder())), equals: .tooManyPixels(width: 60_000, height: 60_000))
  }

  @Test func onlyTheFirstFrameOfAnAnimationIsDecoded() async throws {
    let decoder = decoder { $0.processorTime = 200_000 }
    let image = try await decode(HostilePicture.gif(frames: 100_000), by: decoder).get()
    expect(gdk_texture_get_width(image.texture.pointer), equals: 1)
    // Cut within the first frame, and without any.
    let whole = HostilePicture.gif(frames: 1)
    for bytes in [Array(whole.prefix(whole.count - 4)), HostilePicture.gif(frames: 0)] {
      expect(failure(await decode(bytes, by: decoder)), equals: .undecodable)
    }
  }

  @Test func extremelyTallPicturesAreLimitedToDrawableHeight() async throws {
    let png = try HostilePicture.png(width: 2, height: 100_000)
    let image = try await decode(png, by: decoder()).get()
    expect(gdk_texture_get_height(image.texture.pointer), equals: 16_384)
    expect(image.naturalSize.height, equals: 16_384)
  }

  @Test func vectorPicturesCannotReadOtherFiles() async throws {
    let red = HostilePicture.svg("<rect width=\"100\" height=\"100\" fill=\"#f00\"/>")
    let path = try folder.write(red, name: "red.svg")
    let text = try folder.write(Array(String(repeating: "W", count: 100).utf8), name: "secret.txt")
    for reference in [path, "file://" + path, "red.svg", "http://127.0.0.1:9/red.svg"] {
      let bytes = HostilePicture.svg("<image width=\"100\" height=\"100\" xlink:href=\"\(reference)\"/>")
      let image = try await decode(bytes, by: decoder()).get()
      expect(color(of: image, x: 50, y: 50), equals: green, "\(reference)")
    }
    let include =
      "<text x=\"0\" y=\"60\" font-size=\"60\"><xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" "
      + "href=\"file://\(text)\" parse=\"text\"/></text>"
    let image = try await decode(HostilePicture.svg(include), by: decoder()).get()
    for x in 0..<100 { expect(color(of: image, x: x, y: 45), equals: green) }
    let entity =
      "<!DOCTYPE svg [<!ENTITY e SYSTEM \"file://\(text)\">]>"
      + String(decoding: HostilePicture.svg("<text y=\"60\" font-size=\"60\">&e;</text>"), as: UTF8.self)
    if let image = try? await decode(Array(entity.utf8), by: decoder()).get() {
      for x in 0..<100 { expect(color(of: image, x: x, y: 45), equals: green) }
    }
  }

  @Test func missingDecoderProgramFailsWithoutWaiting() async throws {
    for program in ["/nonexistent", "/bin/false", "/bin/true", "/dev/null"] {
      let decoder = PictureDecoder(executable: program, arguments: [], maximumProcesses: 1)
      expect(failure(await decode(HostilePicture.svg(""), by: decoder)), equals: .noDecoder, "\(program)")
    }
    let loader = ImageLoader(decoder: nil)
    var answer: ImageLoader.Answer?
    let use = loader.request(path: try folder.write(width: 9, height: 9), side: 9) { answer = $0 }
    try await expect(Display.wait { answer != nil })
    if case .failure(let failure) = answer {
      expect(failure, equals: .noDecoder)
    } else {
      Issue.record("decoded")
    }
    withExtendedLifetime(use) {}
  }

  @Test func onlyRegularFilesAreRead() throws {
    let pipe = folder.path("pipe")
    _ = try folder.write(width: 9, height: 9)
    expect(mkfifo(pipe, 0o600), equals: 0)
    expect(symlink("loop", folder.path("loop")), equals: 0)
    for path in [pipe, "/dev/zero", folder.url.path, folder.path("loop"), folder.path("none")] {
      #expect(throws: PictureFailure.unreadable, "\(path)") {
        try ImageFile.bytes(path: path, maximumSize: 1_000)
      }
    }
    // Of a canonical path no part is a link.
    let real = try folder.write(width: 9, height: 9)
    expect(symlink(real, folder.path("link.png")) == 0 && symlink(".", folder.path("same")) == 0)
    for path in ["link.png", "same/9x9.png"].map({ folder.path($0) }) {
      try expect(!ImageFile.bytes(path: path, maximumSize: 1_000).isEmpty)
      #expect(throws: PictureFailure.unreadable, "\(path)") {
        try ImageFile.bytes(path: path, maximumSize: 1_000, followsLinks: false)
      }
    }
    // Files of the kernel claim to be empty.
    #expect(throws: PictureFailure.undecodable) {
      try ImageFile.bytes(path: "/proc/self/maps", maximumSize: 1_000)
    }
  }
}
