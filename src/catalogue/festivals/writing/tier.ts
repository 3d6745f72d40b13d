import { transact } from '#platform/database/transactions'
import { found } from '#platform/values/errors'
import { publishFestivals } from '../announcing/domain-events.ts'
import { lockRecords } from '../model/lock.ts'
import { type Author, changeable } from './author.ts'
import { removeTiers } from './write.ts'

/**
 * Ends the sale of a tier, also of a hidden one, which an update that does not name it leaves. The tier is deleted, or
 * archived once tickets of it were sold or are held.
 * @throws 404 for a tier that is not on offer at this festival, 404 or 403 as `updateFestival`
 */
export async function deleteTier(by: Author, festivalId: string, tierId: string): Promise<void> {
  await changeable(by, festivalId)
  await transact(by.db, async (trx) => {
    const { festivals } = await lockRecords(trx, { festivals: [festivalId] })
    const tier = await trx
      .selectFrom('tiers')
      .select('id')
      .where('id', '=', tierId)
      .where('festival_id', '=', festivalId)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    const { id } = found(tier, 'Ticket')
    const event = { type: 'festival.updated', festival_id: festivalId } as const
    if (festivals.get(festivalId)?.is_published)
      await publishFestivals({ db: trx, now: by.now }, [event])
    await removeTiers(trx, [id], by.now)
  })
}
