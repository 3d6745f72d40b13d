/** The operations that a guest may call, as contract section 2.9 lists them; all others for users are closed to them. */
export const openToGuests = [
  'PUT /auth/guest',
  'POST /auth/logout',
  'POST /payments',
  'GET /payments',
  'GET /payments/{id}',
  'DELETE /payments/{id}',
  'GET /payments/{id}/timeline',
  'GET /payments/{id}/qr',
  'GET /payments/{id}/qr.svg',
  'GET /payments/{id}/qr.png',
  'GET /payments/{id}/ticket.pdf',
  'GET /tickets',
]
