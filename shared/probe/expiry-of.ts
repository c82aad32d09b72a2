/** Below this a certificate should have been renewed: those that last 90 days are renewed with 30 left. */
const soonDays = 21;

/**
 * How urgent the renewal of a certificate is.
 * @param daysLeft whole days until it expires; negative once it has
 */
export function expiryOf(daysLeft: number): 'expired' | 'soon' | 'valid' {
  if (daysLeft < 0) return 'expired';
  return daysLeft < soonDays ? 'soon' : 'valid';
}
