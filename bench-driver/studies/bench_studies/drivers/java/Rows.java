import java.lang.reflect.Field;
import org.bson.Document;
import org.bson.codecs.pojo.annotations.BsonId;

/** Rows as objects, which the driver's POJO codec writes and reads. */
public final class Rows {
  private Rows() {}

  /** A row of six fields. */
  public static final class Six {
    @BsonId public int key;
    public String a0, a1, a2, a3, a4, a5;
  }

  /** A row of 89 fields. */
  public static final class EightyNine {
    @BsonId public int key;
    public String
        a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18,
        a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35,
        a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52,
        a53, a54, a55, a56, a57, a58, a59, a60, a61, a62, a63, a64, a65, a66, a67, a68, a69,
        a70, a71, a72, a73, a74, a75, a76, a77, a78, a79, a80, a81, a82, a83, a84, a85, a86,
        a87, a88;
  }

  static <P> P filled(Class<P> type, Document document) {
    try {
      P made = type.getConstructor().newInstance();
      for (Field field : type.getFields()) {
        field.set(made, document.get(name(field)));
      }
      return made;
    } catch (ReflectiveOperationException error) {
      throw new IllegalStateException(error);
    }
  }

  static Document document(Object row) {
    Document made = new Document();
    try {
      for (Field field : row.getClass().getFields()) {
        made.append(name(field), field.get(row));
      }
    } catch (IllegalAccessException error) {
      throw new IllegalStateException(error);
    }
    return made;
  }

  private static String name(Field field) {
    return field.isAnnotationPresent(BsonId.class) ? "_id" : field.getName();
  }
}
