type Held = { venue: string | null; country: string | null }

/** Where a festival is held, as it is said beside its days: `Harbour Park, Denmark`. Empty where no one has said it. */
export function whereOf({ venue, country }: Held): string {
  return [venue, country].filter(Boolean).join(', ')
}
