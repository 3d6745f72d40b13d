import { Stack } from '@mantine/core'
import type { PersonRecord } from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { Fact, Facts } from '../components/fact.tsx'
import { Mark } from '../components/mark.tsx'
import { Part } from '../components/part.tsx'
import { Ago } from '../components/relative.tsx'
import { When } from '../components/tables/figures.tsx'
import { useAct } from '../queries.ts'
import { useRights } from '../rights.ts'
import { festival, useSession } from '../session.ts'
import { Listing, Row } from './listing.tsx'
import { nameOf } from './words.ts'

/** A person's ways to sign in, and where they are signed in. */
export function SignIns({ record }: { record: PersonRecord }) {
  const { account, second_factor_since, passkeys, sessions } = record
  return (
    <Stack gap="lg">
      <Part title="Sign-in">
        <Facts>
          <Fact name="Suspended">{account.suspended ? 'yes' : 'no'}</Fact>
          <Fact name="E-mail confirmed">
            <When time={account.email_proven_at} date />
          </Fact>
          <Fact name="Authenticator app">
            {second_factor_since === null ? (
              'none'
            ) : (
              <>
                since <When time={second_factor_since} date />
              </>
            )}
          </Fact>
        </Facts>
        <RemoveFactor record={record} />
      </Part>
      <Listing
        title="Passkeys"
        list={passkeys}
        none="They have no passkey."
        keyOf={({ created_at, name }) => `${created_at} ${name}`}
      >
        {({ name, created_at, last_used_at }) => (
          <Row
            name={name}
            about={
              <>
                Added <When time={created_at} date />
              </>
            }
          >
            {last_used_at === null ? 'never used' : <LastUse time={last_used_at} />}
          </Row>
        )}
      </Listing>
      <Listing
        title="Sessions"
        list={sessions}
        none="They are signed in nowhere."
        keyOf={({ created_at, client_name }) => `${created_at} ${client_name}`}
      >
        {({ client_name, created_at, last_used_on, second_factor }) => (
          <Row
            name={client_name}
            about={
              <>
                Signed in <Ago time={created_at} />, last used on {last_used_on}
              </>
            }
          >
            {second_factor && <Mark tone="good">second factor</Mark>}
          </Row>
        )}
      </Listing>
    </Stack>
  )
}

const LastUse = ({ time }: { time: string }) => (
  <>
    used <Ago time={time} />
  </>
)

/** For a person with a lost phone; an admin removes it after verifying their identity. */
function RemoveFactor({ record }: { record: PersonRecord }) {
  const { account, second_factor_since, passkeys } = record
  const name = nameOf(account)
  const { isAdmin } = useRights()
  const isMyself = useSession()?.me.id === account.id
  const act = useAct(() => festival.users.removeSecondFactor(account.id), {
    quiet: true,
    refresh: [['people']],
    done: `The second factor of ${name} is removed`,
  })
  const hasAny = second_factor_since !== null || passkeys.total > 0
  if (!isAdmin || isMyself || !hasAny) return null
  return (
    <ConfirmButton
      label="Remove the second factor"
      title={`Remove the second factor of ${name}?`}
      text={`The app, the recovery codes and the passkeys of ${name} work no more, and they are signed out everywhere. They sign in by their password alone: be sure that it is they who ask.`}
      confirm="Remove"
      onConfirm={() => act.mutateAsync()}
      mt="md"
    />
  )
}
