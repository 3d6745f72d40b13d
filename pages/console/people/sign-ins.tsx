import { Stack } from '@mantine/core'
import type { PersonRecord } from '../../../client/src/index.ts'
import { Fact, Facts } from '../components/fact.tsx'
import { When } from '../components/figures.tsx'
import { Mark } from '../components/mark.tsx'
import { Part } from '../components/part.tsx'
import { Ago } from '../components/relative.tsx'
import { Listing, Row } from './listing.tsx'

/** How a person signs in, and where they are signed in. */
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
            used <Ago time={last_used_at} />
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
