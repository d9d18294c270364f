public enum LayoutCoreInfo {}
