import { pushWords } from '#common/words/account-words'
import { words } from '#common/words/me-words'
import { FestivalError } from '../../../client/src/error.ts'
import { endPushes } from '../offline/forget.ts'
import { api, asFan } from '../shop/fan.ts'
import { say } from '../shop/parts.ts'
import { doAt, faultIn } from './acts.ts'

/** The control for notifications of this browser: shows whether they are on, and the obstacles to that. */
export async function showDevice(page: HTMLElement): Promise<void> {
  const part = page.querySelector<HTMLElement>('#device')?.closest('section')
  const button = part?.querySelector('button')
  if (!part || !button) return
  const worker = await readyWorker()
  const show = (isOn: boolean) => {
    say(part.querySelector('[role="status"]'), isOn ? pushWords.deviceOn : textOfOff(worker))
    button.textContent = isOn ? pushWords.turnOff : pushWords.turnOn
    button.hidden = !isOn && (!worker || Notification.permission === 'denied')
  }
  if (!worker) return show(false)
  const refused = { ...words.refused, too_many: pushWords.tooManyDevices }
  button.addEventListener('click', () => {
    void doAt(button, refused, async () => {
      const isOn = (await subscriptionOf(worker)) !== null
      const isLeft = isOn ? await turnOff(worker) : await turnOn(worker, part)
      show(isLeft)
    })
  })
  show(await isStillOn(worker))
}

/** Returns undefined if the browser shows no notifications of sites. */
async function readyWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const can =
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  return can ? navigator.serviceWorker.ready : undefined
}

function textOfOff(worker: ServiceWorkerRegistration | undefined): string {
  if (!worker) return pushWords.deviceNone
  return Notification.permission === 'denied' ? pushWords.deviceDenied : pushWords.deviceOff
}

const subscriptionOf = ({ pushManager }: ServiceWorkerRegistration) => pushManager.getSubscription()

/** The service may have ended the subscription meanwhile: it is sent again, which changes nothing if not. */
async function isStillOn(worker: ServiceWorkerRegistration): Promise<boolean> {
  if (Notification.permission !== 'granted' || !(await subscriptionOf(worker))) return false
  try {
    await subscribe(worker)
    return true
  } catch {
    return (await subscriptionOf(worker)) !== null
  }
}

/** Returns true if they are on now. */
async function turnOn(worker: ServiceWorkerRegistration, part: HTMLElement): Promise<boolean> {
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') {
    say(faultIn(part), answer === 'denied' ? '' : pushWords.deviceAsked)
    return false
  }
  try {
    await subscribe(worker)
    return true
  } catch (error) {
    await endPushes().catch(() => undefined)
    if (error instanceof FestivalError) throw error
    say(faultIn(part), pushWords.deviceFailed)
    return false
  }
}

async function turnOff(worker: ServiceWorkerRegistration): Promise<boolean> {
  const { id } = await subscribe(worker)
  await asFan(() => api.notifications.unsubscribe(id))
  await endPushes()
  return false
}

/** Subscribes this browser, anew if the service's key has changed; returns the subscription in the service's form. */
async function subscribe(worker: ServiceWorkerRegistration) {
  const { application_server_key: key } = await asFan(() => api.notifications.browsers())
  const known = await subscriptionOf(worker)
  if (known && textOf(known.options.applicationServerKey) !== key) await known.unsubscribe()
  const given = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = given.toJSON()
  return asFan(() => api.notifications.subscribe({ endpoint, keys: { p256dh, auth } }))
}

const textOf = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
