/** The library that reads and draws pictures, set up once: its settings count for the whole process. */

let loaded: ReturnType<typeof load> | undefined

/**
 * sharp with decoders for the formats that uploads may have, and no others: it reads no SVG, not even our own.
 * Loaded with the first picture, so that no start of the service waits for it.
 */
export function loadSharp(): ReturnType<typeof load> {
  loaded ??= load()
  return loaded
}

async function load() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
  })
  return sharp
}
