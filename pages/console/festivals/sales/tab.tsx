import { SalesView } from '../../sales/view.tsx'
import type { TabProps } from '../tab-props.ts'

/** The sales of the festival. */
export function SalesTab({ festival: { id, name } }: TabProps) {
  return <SalesView id={id} name={name} />
}
