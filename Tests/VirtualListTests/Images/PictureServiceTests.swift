import Expectations
import Foundation
import Testing
import WidgetTesting

@testable import GtkInterop

/// The decoding process by itself.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct PictureServiceTests {
  private let process = Process()
  private let socket: StreamSocket

  init() throws {
    let (ours, theirs) = try require(StreamSocket.pair())
    socket = ours
    process.executableURL = URL(fileURLWithPath: PictureProgram.path)
    process.arguments = ["decode-pictures"]
    process.standardInput = FileHandle(fileDescriptor: theirs.descriptor)
    try process.run()
    withExtendedLifetime(theirs) {}
  }

  private func send(_ bytes: [UInt8]) throws {
    var request = PictureMessage.Request()
    request.size = 100
    request.maximumPixelCount = 64_000_000
    request.byteCount = UInt64(bytes.count)
    request.memory = 640_000_000
    request.processorTime = 60_000_000
    try socket.write(request, deadline: nil)
    try socket.write(bytes, deadline: nil)
  }

  private func system(_ file: String) throws -> String {
    try String(contentsOfFile: "/proc/\(process.processIdentifier)/\(file)", encoding: .utf8)
  }

  @Test func decoderProcessDropsItsPrivileges() throws {
    try send(HostilePicture.svg(""))
    var answer = PictureMessage.Answer()
    try socket.read(into: &answer, deadline: .now + .seconds(20))
    expect(answer.outcome == PictureMessage.Outcome.decoded.rawValue && answer.width == 100)
    let limits = try system("limits").split(separator: "\n").map { line in
      line.split(separator: " ", omittingEmptySubsequences: true)
    }
    func limit(_ name: String) -> Int? {
      limits.first { $0.joined(separator: " ").hasPrefix(name) }.flatMap { words in
        Int(words[name.split(separator: " ").count])
      }
    }
    expect(limit("Max file size"), equals: 0)
    expect(limit("Max core file size"), equals: 0)
    expect(limit("Max cpu time").map { $0 <= 600 }, equals: true)
    expect(limit("Max open files").map { $0 <= 64 }, equals: true)
    expect(limit("Max address space").map { $0 < 1_500_000_000 }, equals: true)
    let status = try system("status")
    expect(status.contains("NoNewPrivs:\t1"))
    expect(status.contains("Seccomp:\t2"))
    process.terminate()
    process.waitUntilExit()
  }

  @Test func decoderExitsWithItsParentBetweenPictures() throws {
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    process.waitUntilExit()
    expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  @Test func decoderExitsWithItsParentWhileDecoding() async throws {
    try await decodeForLong()
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    process.waitUntilExit()
    expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  /// The kernel may send SIGIO for a request that the process is working on already.
  @Test func lateSignalsOfTheSocketDoNotEndTheDecoder() async throws {
    try await decodeForLong()
    kill(process.processIdentifier, SIGIO)
    try await Task.sleep(for: .milliseconds(100))
    expect(process.isRunning)
    process.terminate()
    process.waitUntilExit()
  }

  private func handlesSIGIO() throws -> Bool {
    let line = try system("status").split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    let mask = line.flatMap { UInt64($0.dropFirst(7).trimmingPrefix { $0.isWhitespace }, radix: 16) } ?? 0
    return mask & (1 << (SIGIO - 1)) != 0
  }

  /// Sends a picture that takes seconds, and waits until the process is at work.
  private func decodeForLong() async throws {
    try send(HostilePicture.filters())
    // It has read everything, handles SIGIO and uses the processor.
    while try !(handlesSIGIO() && system("stat").contains(") R ")) {
      try await Task.sleep(for: .milliseconds(5))
    }
    try await Task.sleep(for: .milliseconds(100))
  }
}
