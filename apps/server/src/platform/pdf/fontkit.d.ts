/** The parser of fonts that pdfkit uses; it comes without types. */
declare module 'fontkit' {
  /** Parses a font. pdfkit takes it wherever it takes a file of one, which its own types do not say. */
  export function create(file: Uint8Array): PDFKit.Mixins.PDFFontSource & {
    readonly characterSet: readonly number[];
    glyphForCodePoint(codePoint: number): unknown;
  };
}
