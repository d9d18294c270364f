import Foundation
import Glibc

/// What pieces of code take from the heap.
nonisolated enum Memory {
  private typealias Allocate =
    @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  nonisolated(unsafe) private static var original: Allocate?
  nonisolated(unsafe) private static var count = 0

  /// How many objects (arrays, dictionaries, texts, boxes ...) Swift's runtime allocated while `body` ran; nil if
  /// this runtime does not let itself be watched.
  ///
  /// The runtime calls through a pointer, which profilers use too, as long as a flag beside it is set.
  static func allocations(_ body: () -> Void) -> Int? {
    guard let library = dlopen(nil, RTLD_NOW), let hook = dlsym(library, "_swift_allocObject"),
      let flag = dlsym(
        library, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly")
    else { return nil }
    let pointer = hook.assumingMemoryBound(to: Allocate?.self)
    let isWatched = flag.assumingMemoryBound(to: Bool.self)
    original = pointer.pointee
    count = 0
    pointer.pointee = { metadata, size, alignment in
      Memory.count += 1
      return Memory.original?(metadata, size, alignment)
    }
    isWatched.pointee = true
    body()
    isWatched.pointee = false
    pointer.pointee = original
    return count
  }

  /// Bytes of memory that the process holds more after `make` than before.
  ///
  /// Blocks of 64 KiB and more are given back to the system as soon as they are free, so that what was needed only
  /// meanwhile does not count.
  static func bytesHeld<Value>(by make: () -> Value) -> (value: Value, bytes: Int) {
    _ = setMallocOption(mmapThreshold, 65536)
    let before = residentBytes
    let value = make()
    return (value, residentBytes - before)
  }

  /// Counts the peak from now on.
  /// - Returns: The resident memory, in bytes.
  static func resetPeak() -> Int {
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    return residentBytes
  }

  /// The most memory that the process ever had resident, in bytes.
  static var peakBytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1_024 } ?? 0
  }

  /// Bytes that are allocated on the heap, as the allocator itself counts them.
  static var heapBytes: Int {
    var buffer: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let stream = open_memstream(&buffer, &size) else { return 0 }
    _ = writeMallocInfo(0, stream)
    fclose(stream)
    defer { free(buffer) }
    guard let buffer else { return 0 }
    // After the arenas come the sums: what was taken from the system, less what is free, and what was mapped.
    let text = String(cString: buffer)
    let sums = text.components(separatedBy: "</heap>").last ?? ""
    func bytes(_ element: String) -> Int {
      guard let line = sums.split(separator: "\n").first(where: { $0.contains(element) }),
        let value = line.components(separatedBy: "size=\"").last?.split(separator: "\"").first
      else { return 0 }
      return Int(value) ?? 0
    }
    return bytes("<system type=\"current\"") - bytes("<total type=\"fast\"") - bytes("<total type=\"rest\"")
      + bytes("<total type=\"mmap\"")
  }

  private static let mmapThreshold: Int32 = -3

  /// Bytes of the process that are in the machine's memory, with what the allocator keeps for later.
  static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let fields = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
  }
}

// Glibc's module leaves these out.
@_silgen_name("mallopt")
nonisolated private func setMallocOption(_ option: Int32, _ value: Int32) -> Int32

@_silgen_name("malloc_info")
nonisolated private func writeMallocInfo(_ options: Int32, _ stream: UnsafeMutablePointer<FILE>) -> Int32
