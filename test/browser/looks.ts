/** The looks in which pages are tested: on a desk and on a telephone, in the light and in the dark. */

const desk = { width: 1360, on: 'on a desk' }
const telephone = { width: 390, on: 'on a telephone' }
const all = [
  { ...desk, dark: false },
  { ...telephone, dark: true },
  { ...telephone, dark: false },
  { ...desk, dark: true },
]

/** All four, or with `TEST_LOOKS=half` a desk in the light and a telephone in the dark. */
export const looks = all
  .slice(0, process.env['TEST_LOOKS'] === 'half' ? 2 : 4)
  .map(({ width, on, dark }) => ({ width, dark, where: `${on} in the ${dark ? 'dark' : 'light'}` }))
