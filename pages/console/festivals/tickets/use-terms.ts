import type { UpdateFestivalBody } from '../../../../client/src/index.ts'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import type { TabProps } from '../tab-props.ts'

/** Saves terms of a festival, from a form of its own. */
export function useTerms({ festival: one, refresh }: TabProps, form: { resetDirty: () => void }) {
  return useAct((body: UpdateFestivalBody) => festival.festivals.update(one.id, body), {
    refresh: [['festival', one.id], ['festivals']],
    done: 'Saved',
    onDone: () => {
      form.resetDirty()
      refresh()
    },
  })
}
