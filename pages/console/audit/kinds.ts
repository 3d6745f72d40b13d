/** Labels of the kinds of records in the audit log. */
export const kinds = [
  { value: 'festival', label: 'Festivals' },
  { value: 'organizer', label: 'Organizers' },
  { value: 'artist', label: 'Artists' },
  { value: 'accommodation', label: 'Accommodations' },
  { value: 'subscription', label: 'Plans' },
  { value: 'payment', label: 'Payments' },
  { value: 'user', label: 'People' },
  { value: 'client', label: 'Clients' },
  { value: 'device', label: 'Gate devices' },
  { value: 'rule', label: 'Reward rules' },
  { value: 'badge', label: 'Badges' },
  { value: 'ladder', label: 'Levels' },
  { value: 'challenge', label: 'Challenges' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'transfer', label: 'Tickets handed on' },
  { value: 'webhook', label: 'Webhooks' },
]
