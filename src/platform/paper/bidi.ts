import bidiFactory from 'bidi-js'

/** The bidirectional algorithm of Unicode (UAX 9). */
export const bidi = bidiFactory()
