/** The part of fontkit that tickets need; the package brings no types. */
declare module 'fontkit' {
  export function create(font: Buffer): {
    characterSet: number[]
    glyphForCodePoint(character: number): object
  }
}
