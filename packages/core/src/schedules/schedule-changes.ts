import { service } from "../di.ts";

/** Informs the scheduler of this instance that a schedule may be due earlier than it knows. It needs the agent, whose tools make schedules: they cannot need it. */
@service()
export class ScheduleChanges {
  private onChange: () => void = () => {};

  /** Called after each change. */
  whenChanged(listener: () => void): void {
    this.onChange = listener;
  }

  /** After the commit. */
  announce(): void {
    this.onChange();
  }
}
