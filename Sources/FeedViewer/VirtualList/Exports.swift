// Templates are written in elements and text styles: who imports the list needs no further modules for them.
@_exported import LayoutCore
@_exported import PangoText
