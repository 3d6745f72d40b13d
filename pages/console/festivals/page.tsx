import { Route, Switch } from 'wouter'
import { FestivalsList } from './list.tsx'
import { FestivalPage } from './workspace.tsx'

/** What one puts on: the list, and a workspace for each festival. */
export function FestivalsPage() {
  return (
    <Switch>
      <Route path="/festivals/:id/:tab?">
        {({ id, tab }) => <FestivalPage key={id} id={id} tab={tab} />}
      </Route>
      <Route path="/festivals">
        <FestivalsList />
      </Route>
    </Switch>
  )
}
