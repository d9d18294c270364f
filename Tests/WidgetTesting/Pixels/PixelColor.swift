import CGtk
import Glibc

/// An opaque colour in sRGB.
package nonisolated struct PixelColor {
  /// Each from 0 to 1.
  package let red: Double
  package let green: Double
  package let blue: Double

  /// - Parameter argb: 8 bits each of alpha, red, green and blue.
  package init(argb: UInt32) {
    func part(_ shift: UInt32) -> Double { Double(argb >> shift & 0xFF) / 255 }
    (red, green, blue) = (part(16), part(8), part(0))
  }

  package init(_ color: GdkRGBA) {
    (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
  }

  /// The contrast ratio as defined by WCAG 2.1, from 1 to 21.
  package func contrast(to other: PixelColor) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  private var luminance: Double {
    func linear(_ part: Double) -> Double {
      part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
