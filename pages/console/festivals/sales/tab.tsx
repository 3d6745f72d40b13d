import { SalesView } from '../../sales/view.tsx'
import type { TabProps } from '../tab-props.ts'

/** What the festival has sold. */
export function SalesTab({ festival: { id, name } }: TabProps) {
  return <SalesView id={id} name={name} />
}
