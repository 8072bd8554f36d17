import type { Pool } from 'pg'

/**
 * Makes every undecided or running order due, which the regular check asks the providers about. A restored database does
 * not know what was paid or refunded after its backup. Returns how many orders are due now.
 */
export async function checkOrdersAgain(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rowCount } = await pool.query('UPDATE "order" SET next_check = now() WHERE next_check > now()')
  return rowCount ?? 0
}
