export { isStaff, mustBeApproved, setApproved } from './approval.ts'
export { requireBooks, requireGiver } from './books.ts'
export { ensureOrganizer } from './changes.ts'
export { organizerColumns } from './columns.ts'
export { organizerEvents } from './domain-events.ts'
export { isDraft, isKnownTo, isNoDraft, isVisibleIf, isVisibleTo, ofPublished } from './drafts.ts'
export {
  addressedTo,
  festivalFacts,
  type MailedFestival,
  mailedFestival,
  readName,
  readPlace,
  readText,
  type SellerColumns,
  sellerColumns,
} from './mail-facts.ts'
export {
  addManager,
  managedBy,
  mayChange,
  mayChangeOrganizer,
  mayChooseManagers,
  mayEdit,
  requireRight,
  seesHidden,
} from './managers.ts'
export { addMember, requireRefunder } from './members/members.ts'
export { members } from './members/routes.ts'
export { MayRefund, MemberRole, OwnRole } from './members/schemas.ts'
export { listOrganizers } from './queries.ts'
export {
  belongsTo,
  holdsRight,
  type Membership,
  type OrganizerRight,
  onlyThose,
  rightsOf,
} from './rights.ts'
export { organizers } from './routes.ts'
export { NamedOrganizer, Organizer } from './schemas.ts'
export { readAccount } from './seller/account.ts'
export { isDocumented, isDocumentedPlan } from './seller/complete.ts'
export { sellers } from './seller/routes.ts'
export { type SellerVersion, sellersAt, storeOperatorVersion } from './seller/versions.ts'
