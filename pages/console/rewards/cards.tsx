import './cards.css'
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { encodeQR } from 'qr'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { CreateChallengeAnswer } from '../../../client/src/index.ts'
import { CopyText } from '../components/copy.tsx'
import { SecretOnce } from '../components/secrets/secret-once.tsx'

type Props = { challenge: CreateChallengeAnswer; onDone: () => void }

const mostCards = 200

/** The address where a visitor enters the code. The code is behind the `#`, which is sent to no server. */
const linkOf = (code: string) => `${location.origin}/me#challenge=${encodeURIComponent(code)}`

/** The code of a challenge, shown once: to copy, and to print on cards. */
export function Cards({ challenge, onDone }: Props) {
  const [count, setCount] = useState<number | string>(8)
  const cards = Math.min(Math.max(Number(count) || 1, 1), mostCards)
  return (
    <>
      <SecretOnce
        title={`The code of ${challenge.name}`}
        secret={challenge.code}
        text="Print its cards now, or keep the code. Only a hash of it is stored, so it cannot be shown again."
        onDone={onDone}
      >
        <Group wrap="nowrap" align="flex-start">
          <img
            src={pictureOf(linkOf(challenge.code))}
            alt="The link of its cards as a QR code"
            width={132}
            height={132}
          />
          <Stack gap="xs" align="flex-start">
            <Text size="sm" className="wraps">
              {linkOf(challenge.code)}
            </Text>
            <CopyText value={linkOf(challenge.code)} label="Copy link" />
          </Stack>
        </Group>
        <div className="cards-order">
          <NumberInput
            label="Cards to print, eight on a page"
            min={1}
            max={mostCards}
            allowDecimal={false}
            value={count}
            onChange={setCount}
          />
          <Button variant="default" onClick={() => window.print()}>
            Print {cards} {cards === 1 ? 'card' : 'cards'}
          </Button>
        </div>
      </SecretOnce>
      {createPortal(
        <section className="printed-cards" aria-hidden="true">
          {Array.from({ length: cards }, (_, index) => (
            <Card key={index} challenge={challenge} />
          ))}
        </section>,
        document.body,
      )}
    </>
  )
}

function Card({
  challenge: { name, description, points, code },
}: {
  challenge: CreateChallengeAnswer
}) {
  return (
    <article className="printed-card">
      <img src={pictureOf(linkOf(code))} alt="" />
      <div>
        <h2>{name}</h2>
        {description && <p>{description}</p>}
        <p>
          <strong>{points} points</strong> for scanning or typing
        </p>
        <p className="printed-code">{code}</p>
      </div>
    </article>
  )
}

/** A text as a QR code that scales without blurring. */
function pictureOf(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg', { ecc: 'medium' }))}`
}
