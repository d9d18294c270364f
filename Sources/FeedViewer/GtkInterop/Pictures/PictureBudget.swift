/// Limits on decoding one picture. The decoding process enforces them itself, and ends when it exceeds one.
public nonisolated struct PictureBudget: Sendable {
  /// Address space in addition to what the process uses when it starts, in bytes.
  ///
  /// A photograph of 64 million pixels takes 256 MB as RGBA; a progressive JPEG of that size needs 384 MB for its
  /// coefficients. The whole process must stay below 500 MB.
  public var memory = 448_000_000
  /// CPU time for any picture, in microseconds.
  public var processorTime = 800_000
  /// Additional CPU time for each pixel that a bitmap's header declares, in nanoseconds.
  public var processorTimePerPixel = 200
  /// From the request to the answer, in milliseconds. Usually the CPU time runs out first; this limit ends a process
  /// that sleeps.
  public var deadline = 30_000

  /// Creates a budget with the default limits.
  public init() {}
}
