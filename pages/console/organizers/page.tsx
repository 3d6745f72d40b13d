import { Route, Switch } from 'wouter'
import { OrganizersList } from './list.tsx'
import { OrganizerPage } from './organizer.tsx'

/** The organizers and their managers. */
export function OrganizersPage() {
  return (
    <Switch>
      <Route path="/organizers/:id">{({ id }) => <OrganizerPage key={id} id={id} />}</Route>
      <Route path="/organizers">
        <OrganizersList />
      </Route>
    </Switch>
  )
}
