/** Returns true if a text is a link. Imports take links only; pictures are uploaded through the API. */
function isLink(text: string): boolean {
  const url = text.length <= 2048 && !/[\s"<>\\]/.test(text) ? URL.parse(text) : null
  return (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === ''
}

type Pictured = { photo?: string | null; site_plan?: string | null }

/** Returns the picture of a festival that is not a link; undefined if all of them are. */
export function pictureWithoutLink(festival: Pictured): keyof Pictured | undefined {
  return (['photo', 'site_plan'] as const).find((field) => {
    const picture = festival[field]
    return picture && !isLink(picture)
  })
}
