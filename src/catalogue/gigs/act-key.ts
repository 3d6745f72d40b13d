type Gig = {
  id: string
  start_time: Date | string | null
  place_id: string | null
  billing_text: string | null
}

/**
 * Returns the key of the act of a gig: gigs of one festival with the same start, stage and billing text are one act. A gig
 * without a text is an act by itself.
 */
export function actKey({ id, start_time, place_id, billing_text }: Gig): string {
  return billing_text === null ? id : JSON.stringify([start_time, place_id, billing_text])
}
