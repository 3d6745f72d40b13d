/** The kinds of places the API recommends; a festival may have others. */
export const kinds = [
  'stage',
  'food',
  'drink',
  'toilet',
  'medical',
  'info',
  'parking',
  'camping',
  'entrance',
  'exit',
  'charging',
  'locker',
  'other',
]

/** Lines of an icon in a square of 24, or well-known letters. */
const signs: Record<string, { lines: string } | { letters: string }> = {
  stage: {
    lines:
      'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4M9 21h6',
  },
  food: { lines: 'M6 3v6a3 3 0 0 0 6 0V3M9 3v18M17 21V3c-3 2-3 8 0 10' },
  drink: { lines: 'M6 4h12l-2 16H8zM7 9h10' },
  toilet: { letters: 'WC' },
  medical: { lines: 'M10 4h4v6h6v4h-6v6h-4v-6H4v-4h6z' },
  info: { letters: 'i' },
  parking: { letters: 'P' },
  camping: { lines: 'M12 4 3 20h18zM9 20l3-6 3 6' },
  entrance: { lines: 'M14 4h6v16h-6M3 12h12M11 8l4 4-4 4' },
  exit: { lines: 'M10 4H4v16h6M9 12h12M17 8l4 4-4 4' },
  charging: { lines: 'M13 3 6 14h5l-1 7 7-11h-5z' },
  locker: { lines: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3' },
}
const unknown = { lines: 'M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z' }

/** The icon of a kind of place, on its colour. */
export function KindSign({ type }: { type: string | null }) {
  const sign = signs[type ?? ''] ?? unknown
  return (
    <span className="place-sign" data-kind={type ?? 'other'} aria-hidden>
      <svg viewBox="0 0 24 24" width={18} height={18}>
        {'lines' in sign ? (
          <path d={sign.lines} />
        ) : (
          <text
            x={12}
            y={sign.letters.length > 1 ? 16.5 : 18.5}
            data-long={sign.letters.length > 1 || undefined}
          >
            {sign.letters}
          </text>
        )}
      </svg>
    </span>
  )
}
