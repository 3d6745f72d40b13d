import { Route, Switch } from 'wouter'
import { FestivalsList } from './list.tsx'
import { FestivalPage } from './workspace.tsx'

/** The list of festivals, and a workspace for each. */
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
