/** What each policy answers each caller (docs/contract, section 3). */

/** The callers, in the order of the columns below. */
export const identities = [
  'anonymous',
  'client',
  'stranger',
  'owner',
  'manager',
  'steward',
  'device',
  'rival',
  'rivalDevice',
  'till',
  'rivalTill',
  'admin',
  'accountant',
  'clerk',
  'sales',
  'editor',
] as const
export type Identity = (typeof identities)[number]

/** `in`: the operation succeeds. Otherwise the status of the refusal. */
export type Outcome = 'in' | '400' | '401' | '403' | '404' | '409'

/**
 * The owner has the account, the payment and the artist; the manager manages the festival's organizer; the
 * steward and the device work at its gate; the rival manages another festival and works at its gate, with a
 * device there. A till sells at the festival, another at that of the rival. The steward's e-mail is not confirmed. The owner is invited; the deputy, a second manager
 * who makes no calls, is the only one who decides whether their e-mail is shown. The accountant and the clerk are
 * accountants of the organizer, and the accountant may refund; sales and editor have those roles there. None of them is a
 * guest: guests have a test of their own.
 */
export const columns = {
  //               anonymous client stranger owner manager steward device rival rivalDevice till rivalTill admin accountant clerk sales editor
  public:
    '           in    in    in    in    in    in    in    in    in    in    in    in    in    in    in    in',
  bearer:
    '           400   400   400   400   400   400   400   400   400   400   400   400   400   400   400   400',
  applications:
    '     401   in    in    in    in    in    in    in    in    in    in    in    in    in    in    in',
  users:
    '            401   401   in    in    in    in    401   in    401   401   401   in    in    in    in    in',
  proven:
    '           401   401   in    in    in    409   401   in    401   401   401   in    in    in    in    in',
  ownRecord:
    '        401   401   404   in    404   404   401   404   401   401   401   404   404   404   404   404',
  ownAccount:
    '       401   401   403   in    403   403   401   403   401   401   401   403   403   403   403   403',
  creator:
    '          401   401   403   in    403   403   401   403   401   401   401   in    403   403   403   403',
  managers:
    '         401   401   403   403   in    403   401   403   401   401   401   in    403   403   403   403',
  buyerAndStaff:
    '    401   401   404   in    in    404   401   404   401   401   401   in    404   404   404   404',
  salesRecords:
    '     401   401   403   403   in    403   401   403   401   401   401   in    in    in    in    403',
  people:
    '           401   401   403   403   in    403   401   403   401   401   401   in    403   403   in    403',
  money:
    '            401   401   403   403   in    403   401   403   401   401   401   in    in    in    403   403',
  lineups:
    '          401   401   403   403   in    403   401   403   401   401   401   in    403   403   403   in',
  followed:
    '         401   401   404   in    in    404   401   404   401   401   401   in    in    in    in    404',
  documented:
    '       401   401   404   in    in    404   401   404   401   401   401   in    in    in    403   404',
  documentFiles:
    '    401   401   404   in    in    404   401   404   401   401   401   in    in    in    404   404',
  corrected:
    '        401   401   404   in    in    404   401   404   401   401   401   in    403   403   403   404',
  guestSellers:
    '     401   401   404   404   in    404   401   404   401   401   401   in    404   404   404   404',
  refunds:
    '          401   401   404   403   in    404   401   404   401   401   401   in    in    403   403   404',
  validation:
    '       401   401   404   403   in    in    401   404   401   401   401   in    404   404   404   404',
  gates:
    '            401   401   403   403   in    in    in    403   403   401   401   in    403   403   403   403',
  organizers:
    '       401   401   403   403   in    403   401   403   401   401   401   in    403   403   403   403',
  code: '             401   401   401   401   401   401   401   401   401   401   401   401   401   401   401   401',
  mailbox:
    '          401   400   400   400   400   400   401   400   401   401   401   400   400   400   400   400',
  password:
    '         401   in    in    in    in    in    401   in    401   401   401   in    in    in    in    in',
  app: '              401   400   400   400   400   400   400   400   400   400   400   400   400   400   400   400',
  session:
    '          401   401   400   400   400   400   401   400   401   401   401   400   400   400   400   400',
  invited:
    '          401   401   404   in    404   404   401   404   401   401   401   404   404   404   404   404',
  guests:
    '           401   401   403   403   403   403   401   403   401   401   401   403   403   403   403   403',
  deputy:
    '           401   401   403   403   403   403   401   403   401   401   401   403   403   403   403   403',
  unproven:
    '         401   401   403   403   403   in    401   403   401   401   401   403   403   403   403   403',
  declinable:
    '       401   401   404   in    in    404   401   404   401   401   401   in    404   404   404   404',
  gatePeople:
    '       401   401   403   403   in    in    401   403   401   401   401   in    403   403   403   403',
  anyManager:
    '       401   401   403   403   in    403   401   in    401   401   401   in    403   403   403   403',
  admins:
    '           401   401   403   403   403   403   401   403   401   401   401   in    403   403   403   403',
  tills:
    '            401   401   403   403   403   403   401   403   401   in    404   403   403   403   403   403',
  tillBooks:
    '        401   401   403   403   in    403   401   403   401   in    404   in    403   403   403   403',
}
