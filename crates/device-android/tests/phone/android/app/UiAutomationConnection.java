package android.app;

public class UiAutomationConnection implements IUiAutomationConnection {}
