import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { fenced } from "../../testing/chatting.ts";
import { freshName } from "../../testing/fresh-name.ts";

browserTest(
  "a schedule is created with a preview, run, paused, changed without losing another's change, and deleted",
  { expected: [/ 412 PATCH/, /status of 412/] },
  async (app) => {
    const { page, call } = app;
    const { id } = await call<{ id: string }>("POST", "/api/workspaces", { name: freshName("nightly") });
    await page.goto(`${app.server.origin}/workspaces/${id}/schedules`);
    await page.getByText("No schedules yet").waitFor();
    await page.getByRole("link", { name: "New schedule" }).click();
    await page.getByLabel("Name", { exact: true }).fill("nightly tests");
    await page.getByLabel("Message to the agent").fill(fenced("sh", "echo tested"));
    // Five Sundays of March include one on which the clock skips this time.
    await page.getByLabel("Cron expression").fill("30 2 * 3 0");
    await page.getByLabel("Time zone").fill("Europe/Berlin");
    const times = page.getByRole("status", { name: "Next times" });
    await times.getByText("At 02:30, only on Sunday, only in March").waitFor();
    await times.getByText("The local time does not exist.").waitFor();
    expect(await times.getByRole("listitem").count()).toBe(5);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create schedule" }).click();

    await page.getByRole("heading", { name: "nightly tests" }).waitFor();
    await page.getByText("No runs yet.").waitFor();
    await page.getByRole("button", { name: "Run now" }).click();
    const runs = page.getByRole("table", { name: "Runs" });
    await runs.getByText("By hand").waitFor();
    await runs.getByText("Completed").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Paused", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText("Enabled", { exact: true }).waitFor();
    await runs.getByRole("link", { name: "Open" }).click();
    await page.getByLabel("Call of bash").getByText("tested").first().waitFor();

    await page.getByRole("link", { name: "Schedules", exact: true }).click();
    await page.getByRole("table", { name: "Schedules" }).getByText("Completed").waitFor();
    await page.getByRole("link", { name: "nightly tests" }).click();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Maximum number of runs").fill("9");
    const [schedule] = await call<{ id: string }[]>("GET", `/api/workspaces/${id}/schedules`);
    const path = `/api/workspaces/${id}/schedules/${schedule?.id ?? ""}`;
    await call("PATCH", path, { name: "by somebody else", max_runs: 7 });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Somebody else changed the schedule").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Discard my changes" }).click();
    await expect
      .poll(async () => await page.getByLabel("Name", { exact: true }).inputValue())
      .toBe("by somebody else");
    await page.getByLabel("Maximum number of runs").fill("9");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "by somebody else" }).waitFor();
    expect(await call("GET", path)).toMatchObject({ name: "by somebody else", max_runs: 9, enabled: true });

    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete schedule" }).click();
    await page.getByText("No schedules yet").waitFor();
  },
);
