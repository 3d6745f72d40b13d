import './cards.css'
import { Button, NumberInput } from '@mantine/core'
import { encodeQR } from 'qr'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { CreateChallengeAnswer } from '../../../client/src/index.ts'
import { SecretOnce } from '../components/secret-once.tsx'

type Props = { challenge: CreateChallengeAnswer; onDone: () => void }

const mostCards = 200

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
      <img src={pictureOf(code)} alt="" />
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

/** The code as a QR code that scales without blurring. */
function pictureOf(code: string): string {
  return `data:image/svg+xml,${encodeURIComponent(encodeQR(code, 'svg', { ecc: 'medium' }))}`
}
