/**
 * Starts the packaged executable on the stand-in and looks at its window.
 * @throws Error with the app's stderr when no window opens, nothing is drawn in it, or it does not quit
 */
export async function checkWindow(launchApp, options) {
  const app = await launchApp({ main: '', ...options });
  try {
    const page = await app.firstWindow();
    await page.waitForFunction(() => document.getElementById('root')?.childElementCount, undefined, {
      timeout: 20_000,
    });
    const packaged = await app.evaluate((electron) => electron.app.isPackaged);
    if (!packaged) throw new Error('the app does not take itself for packaged');
    const title = await page.title();
    const { code } = await app.close();
    if (code !== 0) throw new Error(`it quit with ${code}`);
    return `title "${title}", root rendered, quit with 0`;
  } catch (error) {
    throw new Error(`${error.message}\n${app.stderr()}`);
  } finally {
    await app.close();
  }
}
