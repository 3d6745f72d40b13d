/** The service's mark (pages/shared/logo.svg, which a test compares), in the sizes that Apple Wallet takes. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="8" fill="#5a34d6" />
  <path d="M6 24 16 7l10 17h-6l-4-7-4 7z" fill="#fff" />
  <circle cx="16" cy="5.5" r="1.8" fill="#ffd166" />
</svg>
`

const sizes = {
  'icon.png': 29,
  'icon@2x.png': 58,
  'icon@3x.png': 87,
  'logo.png': 50,
  'logo@2x.png': 100,
  'logo@3x.png': 150,
}

let drawn: Promise<Record<string, Buffer>> | undefined

/** The images of a pass by the names of their files; drawn with the first pass. */
export function passImages(): Promise<Record<string, Buffer>> {
  drawn ??= draw()
  return drawn
}

async function draw(): Promise<Record<string, Buffer>> {
  const { default: sharp } = await import('sharp')
  const drawing = Object.entries(sizes).map(async ([name, size]) => {
    const png = sharp(Buffer.from(logo), { density: 600 }).resize(size, size).png()
    return [name, await png.toBuffer()] as const
  })
  return Object.fromEntries(await Promise.all(drawing))
}
