package android.graphics;

public final class Rect {
    public int left;
    public int top;
    public int right;
    public int bottom;

    public Rect() {}

    public Rect(int left, int top, int right, int bottom) {
        this.left = left;
        this.top = top;
        this.right = right;
        this.bottom = bottom;
    }

    public void set(Rect it) {
        left = it.left;
        top = it.top;
        right = it.right;
        bottom = it.bottom;
    }

    public void setEmpty() {
        set(new Rect());
    }

    public boolean intersect(Rect it) {
        if (left >= it.right || it.left >= right || top >= it.bottom || it.top >= bottom) return false;
        set(new Rect(Math.max(left, it.left), Math.max(top, it.top), Math.min(right, it.right), Math.min(bottom, it.bottom)));
        return true;
    }

    public String toShortString() {
        return "[" + left + "," + top + "][" + right + "," + bottom + "]";
    }
}
