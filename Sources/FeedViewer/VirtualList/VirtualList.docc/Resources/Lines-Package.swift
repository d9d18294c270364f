// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "lines",
  dependencies: [.package(name: "feed-viewer", path: "../feed-viewer")],
  targets: [
    .executableTarget(
      name: "Lines", dependencies: [.product(name: "VirtualList", package: "feed-viewer")])
  ]
)
