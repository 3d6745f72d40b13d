import type { ComponentType } from 'react'
import type { PersonRecord } from '../../../client/src/index.ts'
import { Audited } from './audited.tsx'
import { Purchases } from './purchases.tsx'
import { Rewarded } from './rewarded.tsx'
import { SignIns } from './sign-ins.tsx'
import { Told } from './told.tsx'

type One = {
  name: string
  label: string
  part: ComponentType<{ record: PersonRecord }>
  /** true if the service returns it to admins only */
  forAdmins?: boolean
}

/** The parts of a person’s record, besides their rights. */
export const parts: One[] = [
  { name: 'purchases', label: 'Purchases', part: Purchases, forAdmins: true },
  { name: 'rewards', label: 'Rewards', part: Rewarded },
  { name: 'told', label: 'Follows and notices', part: Told },
  { name: 'sign-ins', label: 'Sign-ins', part: SignIns },
  { name: 'changes', label: 'Changes', part: Audited, forAdmins: true },
]
