/** A role's answer to `cpu`: that of its whole process since it started, all its threads. */
export async function processCpu(): Promise<{ cpuUs: number }> {
  const { user, system } = process.cpuUsage();
  return { cpuUs: user + system };
}
